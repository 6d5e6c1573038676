-- A lost webhook is money taken with nothing given. Once a day what a provider's books say is held against what was heard here; what was not
-- the same is put right where it can be, and stands here for finance until somebody has looked at it.
create table payments.reconciliations (
  id uuid primary key default uuidv7(),
  gateway text not null check (gateway ~ '^[a-z]{2,20}$'),
  from_at timestamptz not null,
  until_at timestamptz not null,
  -- movements of money in the provider's books in that time, and how many of them were news
  entries integer not null check (entries >= 0),
  differences integer not null check (differences >= 0),
  ran_at timestamptz not null
);
create index reconciliations_of on payments.reconciliations (gateway, ran_at desc);

create table payments.differences (
  id uuid primary key default uuidv7(),
  gateway text not null check (gateway ~ '^[a-z]{2,20}$'),
  -- the provider's name for the movement, or of ours that it does not have
  ref text not null check (length(ref) between 1 and 200),
  -- succeeded, refunded, refund_failed, chargeback, …
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  -- settled: it is heard now. unknown: it names a payment that is not here. mismatch: other money than was asked for. missing: paid here, not there
  outcome text not null check (outcome in ('settled', 'unknown', 'mismatch', 'missing')),
  transaction_id uuid references payments.transactions (id),
  amount bigint,
  currency text check (currency ~ '^[A-Z]{3}$'),
  happened_at timestamptz not null,
  found_at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid references accounts.accounts (id),
  note text not null default '' check (length(note) <= 1000),
  constraint a_difference_is_found_once unique (gateway, ref, kind),
  constraint closed_by_somebody check ((closed_at is null) = (closed_by is null))
);
create index differences_open on payments.differences (found_at desc, id desc) where closed_at is null;
create index differences_newest on payments.differences (found_at desc, id desc);
