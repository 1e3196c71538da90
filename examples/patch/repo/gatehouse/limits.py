"""How often somebody may try to sign in."""

from datetime import datetime, timedelta, timezone

WINDOW = timedelta(minutes=10)
TRIES = 5


def may_try(tries: list[datetime], now: datetime | None = None) -> bool:
    now = now or datetime.now(timezone.utc)
    return sum(1 for at in tries if at > now - WINDOW) < TRIES
