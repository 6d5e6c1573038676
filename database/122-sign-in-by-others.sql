-- Signing in by somebody else's word: Google, X, and a provider of OpenID Connect (docs/adr/0023).

-- When whoever holds an account's ways in was shown to read its mailbox: one may have registered with an address that is another's.
alter table accounts.accounts add column proven_at timestamptz;

-- Who somebody is elsewhere. It speaks for one account, and an account has one of each issuer.
create table accounts.identities (
  id uuid primary key default uuidv7(),
  account_id uuid not null references accounts.accounts (id) on delete cascade,
  provider text not null check (provider in ('google', 'twitter', 'openid')),
  issuer text not null check (length(issuer) between 1 and 2000),
  subject text not null check (length(subject) between 1 and 255),
  -- As the issuer said last.
  email text check (length(email) <= 254),
  name text check (length(name) <= 60),
  linked_at timestamptz not null,
  used_at timestamptz not null,
  unique (issuer, subject),
  unique (account_id, issuer)
);
create function accounts.guard_identity() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  raise exception 'an identity stays with its account' using errcode = 'restrict_violation';
end $$;
create trigger guard_whose before update of account_id, provider, issuer, subject on accounts.identities for each row execute function accounts.guard_identity();

create schema federation;

-- Somebody went to a provider from here. Of the address's `state` and the browser's cookie only digests: what PKCE and the nonce need follows from both together.
create table federation.attempts (
  state_hash bytea primary key check (octet_length(state_hash) = 32),
  browser_hash bytea not null check (octet_length(browser_hash) = 32),
  provider text not null check (provider in ('google', 'twitter', 'openid')),
  -- To link it with this account; without one: to come in.
  account_id uuid references accounts.accounts (id) on delete cascade,
  role text not null check (role in ('user', 'performer')),
  remember boolean not null,
  goes_to text not null check (length(goes_to) <= 500),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  used_at timestamptz
);
create index attempts_of_account on federation.attempts (account_id) where account_id is not null;
create index attempts_by_end on federation.attempts (expires_at);

-- Somebody came back whom no account knows: what was said of them, until they said their age and agreed.
create table federation.tickets (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  provider text not null check (provider in ('google', 'twitter', 'openid')),
  issuer text not null check (length(issuer) between 1 and 2000),
  subject text not null check (length(subject) between 1 and 255),
  email text check (length(email) <= 254),
  is_email_verified boolean not null check (email is not null or not is_email_verified),
  name text check (length(name) <= 60),
  picture text check (length(picture) <= 2000),
  role text not null check (role in ('user', 'performer')),
  remember boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  used_at timestamptz
);
create index tickets_by_end on federation.tickets (expires_at);

-- A token that says who somebody is lets in once.
create table federation.spent (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  expires_at timestamptz not null
);
create index spent_by_end on federation.spent (expires_at);
