"""Access tokens: short-lived, checked on every request."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

LIFETIME = timedelta(hours=1)


@dataclass(frozen=True)
class Token:
    value: str
    user: str
    expires_at: datetime


def issue(user: str, now: datetime | None = None) -> Token:
    now = now or datetime.now(timezone.utc)
    return Token(secrets.token_urlsafe(32), user, expires_at=now + LIFETIME)


def is_valid(token: Token, now: datetime | None = None) -> bool:
    """Whether the token may be used for a request. There is no tolerance here: see refresh.py."""
    now = now or datetime.now(timezone.utc)
    return now < token.expires_at
