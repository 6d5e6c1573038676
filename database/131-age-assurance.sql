-- Ages checked by a provider (docs/adr/0029).
create schema age;

-- Somebody went to a provider from here. Of the address's `state` and the browser's cookie only digests; what was used is deleted.
create table age.attempts (
  state_hash bytea primary key check (octet_length(state_hash) = 32),
  browser_hash bytea not null check (octet_length(browser_hash) = 32),
  -- Whose sign-in it is for; without one: a visitor's browser.
  account_id uuid references accounts.accounts (id) on delete cascade,
  goes_to text not null check (length(goes_to) <= 500),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at)
);
create index attempts_of_account on age.attempts (account_id);
create index attempts_by_end on age.attempts (expires_at);

-- That whoever holds this sign-in is an adult. Nothing else of what was said of them is anywhere: no date, no name, no number of theirs.
create table age.results (
  account_id uuid primary key references accounts.accounts (id) on delete cascade,
  method text not null check (method in ('openid')),
  expires_at timestamptz not null
);
create index results_by_end on age.results (expires_at);

-- Whoever stands behind another's sign-in has that one's result.
create trigger guard_held before insert or update of account_id on age.results for each row execute function accounts.guard_way_in();
