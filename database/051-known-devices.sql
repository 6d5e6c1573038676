-- Devices on which somebody has signed in to an account: strangers' wrong passwords do not lock those out. Only a hash of what the
-- device's cookie holds.
create table accounts.devices (
  account_id uuid not null references accounts.accounts (id),
  token_hash bytea not null,
  seen_at timestamptz not null,
  primary key (account_id, token_hash)
);

-- Wrong passwords are counted by what was typed and by whose account it is, each from one place and from everywhere.
comment on column accounts.failed_logins.login is 'what is counted: a name or an account, and from where';
