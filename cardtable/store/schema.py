"""The tables of the database as it is now. The migrations lead to exactly this; a test compares the two.

Times are wall-clock milliseconds. Nothing here is of one database alone.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

HEAD = "0001"
"""The newest migration: the schema that this program reads and writes."""

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

live_tables = Table(
    "live_tables",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("head", LargeBinary, nullable=False),
)

live_rows = Table(
    "live_rows",
    metadata,
    Column("live_table", ForeignKey(live_tables.c.id, ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("data", LargeBinary, nullable=False),
)

marks = Table(
    "marks",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", BigInteger, nullable=False),
)

players = Table(
    "players",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("skeleton", Text, nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
    Column("prefs", LargeBinary, nullable=False),
    Column("last_table", Text, nullable=False),
)

keys = Table(
    "keys",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("fingerprint", Text, nullable=False, unique=True),
    Column("player", ForeignKey(players.c.id), nullable=False, index=True),
)

# `names` holds every seat's name side by side, `others` those of the other seats (see folding). A history that is
# narrowed to an opponent is then read off one index, however many matches the player has.
matches = Table(
    "matches",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("started", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("reason", Text, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("names", Text, nullable=False),
    Column("record", LargeBinary, nullable=False),
    Index(None, "ended", "id", "names"),
    Index(None, "game", "ended", "id", "names"),
)

# A seat's player may be nobody the store knows (a bot, a guest), so there is no foreign key.
seats = Table(
    "seats",
    metadata,
    Column("match", ForeignKey(matches.c.id), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("level", Text, nullable=False),
    Column("result", Text, nullable=False),
    Column("skips_lost", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("others", Text, nullable=False),
    Index(None, "player", "ended", "match", "game", "result", "others"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("player", ForeignKey(players.c.id), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("shown", Float, nullable=False),
    Index(None, "game", "shown"),
)

rating_steps = Table(
    "rating_steps",
    metadata,
    Column("match", ForeignKey(matches.c.id), primary_key=True),
    Column("player", ForeignKey(players.c.id), primary_key=True),
    Column("game", Text, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Index(None, "player", "game", "matches"),
)

bans = Table(
    "bans",
    metadata,
    Column("what", Text, primary_key=True),
    Column("value", Text, primary_key=True),
    Column("why", Text, nullable=False),
    Column("since", BigInteger, nullable=False),
)
