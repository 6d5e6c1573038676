-- A performer's own account at a gateway. What it takes to be paid there is sealed with a key that is not in the database.
create table payments.own_accounts (
  performer_id uuid not null references accounts.accounts (id),
  gateway text not null check (gateway ~ '^[a-z]{2,20}$'),
  is_active boolean not null,
  sealed bytea,
  -- how its number ends: all that is shown again
  ending text check (length(ending) between 1 and 4),
  changed_at timestamptz not null,
  constraint what_is_used_is_there check (not is_active or sealed is not null),
  primary key (performer_id, gateway)
);
