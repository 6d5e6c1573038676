-- Kept cards, and the whole life of a payment: every step of it, what was given back, what a bank took back.

-- Who somebody is at a gateway, where it wants to know its customers.
create table payments.customers (
  account_id uuid not null references accounts.accounts (id),
  gateway text not null check (gateway ~ '^[a-z]{2,20}$'),
  ref text not null check (length(ref) between 1 and 200),
  primary key (account_id, gateway),
  unique (gateway, ref)
);

-- What may be shown of a card. Its number never comes here: `ref` is the gateway's own name for it.
create table payments.cards (
  id uuid primary key default uuidv7(),
  account_id uuid not null references accounts.accounts (id),
  gateway text not null check (gateway ~ '^[a-z]{2,20}$'),
  ref text not null check (length(ref) between 1 and 200),
  brand text not null check (brand ~ '^[a-z_]{1,30}$'),
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  exp_month smallint not null check (exp_month between 1 and 12),
  exp_year smallint not null check (exp_year between 2000 and 2999),
  holder_name text not null default '' check (length(holder_name) <= 100),
  is_default boolean not null default false,
  created_at timestamptz not null,
  removed_at timestamptz,
  constraint a_removed_card_is_no_default check (removed_at is null or not is_default)
);
create unique index card_is_kept_once on payments.cards (gateway, ref) where removed_at is null;
create unique index one_default_card on payments.cards (account_id) where is_default;
create index cards_of_account on payments.cards (account_id, created_at desc) where removed_at is null;

alter table payments.transactions
  -- the kept card that was asked, or that this payment kept
  add column card_id uuid references payments.cards (id),
  -- the gateway's own name for what it goes on charging, where it renews by itself
  add column agreement text check (length(agreement) between 1 and 200),
  -- its name for this one collection under the agreement
  add column charge text check (length(charge) between 1 and 200),
  -- another try of this earlier payment
  add column retries uuid references payments.transactions (id),
  -- What was heard, in whatever order. The status follows from it (server/money/payments/settling.ts).
  add column paid_at timestamptz,
  add column refunded_amount bigint not null default 0,
  add column disputed_at timestamptz,
  add column dispute_won_at timestamptz,
  -- this dispute is why the payer's wallet is frozen
  add column has_frozen boolean not null default false,
  add constraint refunds_no_more_than_was_paid check (refunded_amount between 0 and amount);
update payments.transactions set paid_at = completed_at where status = 'success';
alter table payments.transactions
  add constraint what_ended_well_was_paid check (status not in ('success', 'refunded', 'chargeback') or paid_at is not null),
  add constraint one_charge_once unique (gateway, charge);
create index transactions_of_agreement on payments.transactions (gateway, agreement) where agreement is not null;
create index transactions_of_card on payments.transactions (card_id) where card_id is not null;
create index retries_of on payments.transactions (retries) where retries is not null;

-- Every status that a payment had: what its payer reads, and what staff look at.
create table payments.steps (
  id uuid primary key default uuidv7(),
  transaction_id uuid not null references payments.transactions (id),
  status text not null check (status in ('created', 'pending', 'requires_action', 'success', 'fail', 'refunded', 'chargeback')),
  reason text check (reason ~ '^[a-z_]{1,40}$'),
  at timestamptz not null
);
create index steps_of_transaction on payments.steps (transaction_id, at, id);
insert into payments.steps (transaction_id, status, at) select id, 'created', created_at from payments.transactions;
insert into payments.steps (transaction_id, status, reason, at)
  select id, status, failure_reason, coalesce(completed_at, created_at) from payments.transactions where status <> 'created';

-- Events of an agreement that came before the one that introduces it.
create table payments.early_events (
  gateway text not null,
  event_id text not null check (length(event_id) between 1 and 200),
  agreement text not null,
  event jsonb not null,
  heard_at timestamptz not null,
  primary key (gateway, event_id)
);
create index early_events_of_agreement on payments.early_events (gateway, agreement, heard_at);

-- The sandbox's own books again: cards that it keeps, and what was given back or taken back.
create table payments.sandbox_cards (
  ref text primary key,
  card text not null check (card in ('success', 'three_d_secure', 'declines_later')),
  detached_at timestamptz
);
alter table payments.sandbox_checkouts
  drop constraint sandbox_checkouts_card_check,
  add constraint sandbox_checkouts_card_check check (card in ('success', 'decline', 'three_d_secure', 'declines_later')),
  add column refunded bigint not null default 0,
  add column dispute text check (dispute in ('open', 'won')),
  add constraint refunds_no_more_than_was_paid check (refunded between 0 and amount),
  add constraint what_is_disputed_was_paid check ((dispute is null and refunded = 0) or status = 'paid');
