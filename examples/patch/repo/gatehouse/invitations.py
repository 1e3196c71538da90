"""Invitations by mail: a link that works once, for three days."""

from datetime import datetime, timedelta, timezone

LIFETIME = timedelta(days=3)

# Mail servers that open links to look for malware must not use an invitation up.
PREVIEW_GRACE = timedelta(seconds=30)


def invite(address: str, now: datetime | None = None) -> dict:
    now = now or datetime.now(timezone.utc)
    return {"address": address, "sent_at": now, "expires_at": now + LIFETIME, "used_at": None}


def accept(invitation: dict, now: datetime | None = None) -> bool:
    now = now or datetime.now(timezone.utc)
    if now < invitation["sent_at"] + PREVIEW_GRACE:
        return False
    return invitation["used_at"] is None and now < invitation["expires_at"]
