"""Exchanging an expired access token for a new one."""

from datetime import datetime, timedelta, timezone

from .tokens import Token, issue

# A client that slept over the end of its token may still exchange it for this long.
GRACE_PERIOD = timedelta(minutes=10)


class Expired(Exception):
    """The token ended too long ago; the person must sign in again."""


def refresh(token: Token, now: datetime | None = None) -> Token:
    now = now or datetime.now(timezone.utc)
    if now > token.expires_at - GRACE_PERIOD:
        raise Expired(token.user)
    return issue(token.user, now)
