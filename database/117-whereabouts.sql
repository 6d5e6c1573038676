-- From where somebody asked for the picture of a stream, last. Whoever carries it knows them by a name alone: a country that a performer or a guest
-- closes meanwhile is held against this. It goes with who was where (a day after the end).
create table live.whereabouts (
  stream_id uuid not null references live.streams (work_id),
  account_id uuid not null references accounts.accounts (id),
  -- ISO 3166-1 alpha-2, ZZ for the site's own network; null: nobody knows.
  country text check (country ~ '^[A-Z]{2}$'),
  noted_at timestamptz not null,
  primary key (stream_id, account_id)
);
