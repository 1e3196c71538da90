import unittest
from datetime import datetime, timedelta, timezone

from gatehouse.tokens import is_valid, issue

NOON = datetime(2026, 3, 1, 12, tzinfo=timezone.utc)


class Tokens(unittest.TestCase):
    def test_a_token_lives_for_an_hour(self):
        token = issue("ann", NOON)
        self.assertEqual(token.expires_at, NOON + timedelta(hours=1))
        self.assertTrue(is_valid(token, NOON + timedelta(minutes=59)))
        self.assertFalse(is_valid(token, NOON + timedelta(minutes=60)))


if __name__ == "__main__":
    unittest.main()
