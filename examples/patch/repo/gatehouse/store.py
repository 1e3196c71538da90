"""Tokens in SQLite."""

import sqlite3
from datetime import datetime, timedelta, timezone

from .tokens import Token

SCHEMA = """
create table if not exists token (
    value text primary key,
    user text not null,
    expires_at text not null
);
create index if not exists token_expires_at on token (expires_at);
"""

SWEEP_EVERY = timedelta(minutes=10)


def open_store(path: str) -> sqlite3.Connection:
    store = sqlite3.connect(path)
    store.executescript(SCHEMA)
    return store


def save(store: sqlite3.Connection, token: Token) -> None:
    with store:
        store.execute("insert into token values (?, ?, ?)", (token.value, token.user, token.expires_at.isoformat()))


def sweep(store: sqlite3.Connection, now: datetime | None = None) -> int:
    """Deletes tokens that ended; run every SWEEP_EVERY."""
    now = now or datetime.now(timezone.utc)
    with store:
        return store.execute("delete from token where expires_at < ?", (now.isoformat(),)).rowcount
