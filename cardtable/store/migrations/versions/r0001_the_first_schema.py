"""Live tables, players and their keys, finished matches, ratings, bans."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make every table."""
    _live()
    _players()
    _matches()
    _ratings()
    op.create_table(
        "bans",
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("what", "value", name="pk_bans"),
    )


def _live() -> None:
    op.create_table(
        "live_tables",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("head", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_live_tables"),
        sa.UniqueConstraint("id", name="uq_live_tables_id"),
    )
    op.create_table(
        "live_rows",
        sa.Column("live_table", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("live_table", "seq", name="pk_live_rows"),
        sa.ForeignKeyConstraint(["live_table"], ["live_tables.id"], name="fk_live_rows_live_table", ondelete="CASCADE"),
    )
    op.create_table(
        "marks",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("value", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_marks"),
    )


def _players() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("skeleton", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("prefs", sa.LargeBinary, nullable=False),
        sa.Column("last_table", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.UniqueConstraint("skeleton", name="uq_players_skeleton"),
    )
    op.create_table(
        "keys",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("fingerprint", sa.Text, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_keys"),
        sa.UniqueConstraint("fingerprint", name="uq_keys_fingerprint"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_keys_player"),
    )
    op.create_index("ix_keys_player", "keys", ["player"])


def _matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("started", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("names", sa.Text, nullable=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
    )
    op.create_index("ix_matches_ended_id_names", "matches", ["ended", "id", "names"])
    op.create_index("ix_matches_game_ended_id_names", "matches", ["game", "ended", "id", "names"])
    op.create_table(
        "seats",
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("level", sa.Text, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
        sa.Column("skips_lost", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("others", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_seats_match"),
    )
    columns = ["player", "ended", "match", "game", "result", "others"]
    op.create_index("ix_seats_player_ended_match_game_result_others", "seats", columns)


def _ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("shown", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("player", "game", name="pk_ratings"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_ratings_player"),
    )
    op.create_index("ix_ratings_game_shown", "ratings", ["game", "shown"])
    op.create_table(
        "rating_steps",
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("match", "player", name="pk_rating_steps"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_rating_steps_match"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_rating_steps_player"),
    )
    op.create_index("ix_rating_steps_player_game_matches", "rating_steps", ["player", "game", "matches"])
