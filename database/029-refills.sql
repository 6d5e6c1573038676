-- Wallets that top themselves up. Money is in minor units of the site's currency, tokens are in hundredths.
create schema refills;

create table refills.refills (
  account_id uuid primary key references accounts.accounts (id),
  is_on boolean not null,
  below bigint not null check (below > 0),
  -- One of the two.
  amount bigint check (amount > 0),
  package_id uuid references packages.packages (id),
  -- A kept card; one that was forgotten since cannot be asked, and switches this off.
  card_id uuid not null,
  monthly_limit bigint not null check (monthly_limit > 0),
  stopped_reason text check (stopped_reason in ('declined', 'card_unavailable', 'package_gone')),
  stopped_at timestamptz,
  -- The month in which its owner was told that the limit is reached: 2026-10.
  limit_told text,
  saved_at timestamptz not null,
  constraint refill_buys_one_thing check ((amount is null) <> (package_id is null)),
  constraint refill_stops_whole check ((stopped_reason is null) = (stopped_at is null) and (stopped_at is null or not is_on))
);

-- Each payment that was asked for.
create table refills.runs (
  id uuid primary key default uuidv7(),
  account_id uuid not null references refills.refills (account_id),
  amount bigint not null check (amount > 0),
  state text not null default 'under_way' check (state in ('under_way', 'paid', 'failed')),
  started_at timestamptz not null
);
-- At most one at a time, whatever two processes do.
create unique index one_refill_at_a_time on refills.runs (account_id) where state = 'under_way';
create index refills_of_account on refills.runs (account_id, started_at desc);
