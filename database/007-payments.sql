-- Money that comes in through gateways, and what recurs: transactions, the sandbox gateway, subscriptions.
-- Money is in minor units of the currency beside it, tokens are in hundredths.
create schema payments;

-- Fixed token packs. The price is a decision of the operator, so it is not held to the bounds of a free amount.
create table payments.packages (
  id uuid primary key default uuidv7(),
  key text not null constraint package_key_once unique check (key ~ '^[a-z][a-z_]{1,30}$'),
  -- {"zh-TW": …, "en-US": …}
  names jsonb not null,
  price bigint not null check (price between 1 and 100000000),
  tokens bigint not null check (tokens between 1 and 1000000000000),
  bonus_tokens bigint not null default 0 check (bonus_tokens between 0 and 1000000000000),
  position integer not null,
  is_active boolean not null default true
);
insert into payments.packages (key, names, price, tokens, bonus_tokens, position) values
  ('first', '{"zh-TW": "入場", "en-US": "First night"}', 1000, 10000, 0, 1),
  ('evening', '{"zh-TW": "一晚", "en-US": "An evening"}', 3000, 30000, 1500, 2),
  ('season', '{"zh-TW": "一季", "en-US": "A season"}', 9800, 100000, 0, 3),
  ('patron', '{"zh-TW": "贊助人", "en-US": "Patron"}', 28800, 300000, 0, 4);

-- One attempt to pay through a gateway. Its status follows the gateway's verified events and nothing else.
create table payments.transactions (
  id uuid primary key default uuidv7(),
  account_id uuid not null references accounts.accounts (id),
  purpose text not null check (purpose in ('wallet_top_up', 'subscription')),
  status text not null default 'created'
    check (status in ('created', 'pending', 'requires_action', 'success', 'fail', 'refunded', 'chargeback')),
  amount bigint not null check (amount between 1 and 100000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- what the money is worth here
  tokens bigint not null check (tokens between 1 and 1000000000000),
  gateway text not null check (gateway ~ '^[a-z]{2,20}$'),
  -- the gateway's own name for this payment
  gateway_ref text check (length(gateway_ref) between 1 and 200),
  -- makes what must be tried once be tried once: renewal:<subscription>:<n>
  key text constraint payment_key_once unique check (length(key) <= 200),
  title text not null check (length(title) <= 300),
  -- what its purpose needs to know when it is paid
  detail jsonb not null default '{}',
  failure_reason text check (failure_reason ~ '^[a-z_]{1,40}$'),
  created_at timestamptz not null,
  completed_at timestamptz,
  constraint gateway_ref_once unique (gateway, gateway_ref),
  constraint completed_is_whole check ((status in ('created', 'pending', 'requires_action')) = (completed_at is null)),
  constraint failure_has_a_reason check ((status = 'fail') = (failure_reason is not null))
);
create index transactions_of_account on payments.transactions (account_id, created_at desc, id desc);

-- Every event that was heard, so that a repeat is heard once. A mismatch is kept too: its repeat is refused without another audit line.
create table payments.gateway_events (
  gateway text not null,
  event_id text not null check (length(event_id) between 1 and 200),
  transaction_id uuid not null references payments.transactions (id),
  kind text not null,
  is_mismatch boolean not null default false,
  heard_at timestamptz not null,
  constraint heard_once primary key (gateway, event_id)
);

-- The sandbox gateway's own books. It stands in for a company outside: only gateways/sandbox.ts reads them, and what happens
-- here reaches the site by signed webhook alone.
create table payments.sandbox_checkouts (
  -- the secret in the payer's address: 192 random bits
  id text primary key check (length(id) >= 30),
  reference text not null constraint sandbox_reference_once unique,
  title text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  return_url text not null,
  status text not null default 'open' check (status in ('open', 'challenge', 'paid', 'declined', 'abandoned')),
  card text check (card in ('success', 'decline', 'three_d_secure')),
  failure_reason text,
  -- a rebill of this earlier checkout's card
  rebills text references payments.sandbox_checkouts (reference),
  created_at timestamptz not null,
  decided_at timestamptz,
  constraint paid_by_a_card check (status not in ('challenge', 'paid') or card is not null)
);
create index sandbox_checkouts_unfinished on payments.sandbox_checkouts (created_at) where status in ('open', 'challenge');

create schema subscriptions;

-- A fan's subscription to a performer. One row lives from its first day to its last, through renewals and extensions.
create table subscriptions.subscriptions (
  id uuid primary key default uuidv7(),
  fan_id uuid not null references accounts.accounts (id),
  performer_id uuid not null references accounts.accounts (id),
  -- of the time that runs: free is a trial
  type text not null check (type in ('free', 'monthly', 'yearly')),
  -- what it renews as: a trial renews as monthly
  renews_as text not null check (renews_as in ('monthly', 'yearly')),
  status text not null check (status in ('active', 'cancelled', 'expired', 'past_due')),
  -- wallet, free, or a payment gateway
  gateway text not null check (gateway ~ '^[a-z]{2,20}$'),
  -- by which card a gateway renews it: the payment that started it
  rebills_transaction_id uuid references payments.transactions (id),
  -- what it renews at: the price that the fan agreed to
  price bigint not null check (price > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  had_trial boolean not null default false,
  -- paid periods so far, and what they cost
  cycles integer not null default 0 check (cycles >= 0),
  spent bigint not null default 0 check (spent >= 0),
  started_at timestamptz not null,
  -- Months are counted from here, so that the 31st comes back after February.
  anchored_at timestamptz not null,
  anchored_periods integer not null default 0 check (anchored_periods >= 0),
  expires_at timestamptz not null,
  renews_at timestamptz,
  ended_reason text check (ended_reason in ('cancelled', 'unpaid', 'blocked', 'performer_cancelled', 'performer_left', 'trial_over')),
  constraint not_oneself check (fan_id <> performer_id),
  constraint only_running_ones_renew check ((status in ('active', 'past_due')) = (renews_at is not null)),
  constraint ended_says_why check ((status = 'expired') = (ended_reason is not null))
);
-- One at a time for a fan and a performer, whatever two tabs do; and one trial ever.
create unique index one_running_subscription on subscriptions.subscriptions (fan_id, performer_id) where status <> 'expired';
create unique index one_trial_ever on subscriptions.subscriptions (fan_id, performer_id) where had_trial;
create index subscriptions_of_performer on subscriptions.subscriptions (performer_id, started_at desc, id desc);
create index subscriptions_of_fan on subscriptions.subscriptions (fan_id, started_at desc, id desc);
create index subscriptions_due on subscriptions.subscriptions (renews_at) where renews_at is not null;
create index subscriptions_running on subscriptions.subscriptions (performer_id, expires_at) where status <> 'expired';
create index subscriptions_running_out on subscriptions.subscriptions (expires_at) where status = 'cancelled';

-- Each paid period and the transfer that paid it: what is given back when time stays unused.
create table subscriptions.periods (
  subscription_id uuid not null references subscriptions.subscriptions (id),
  number integer not null check (number > 0),
  transfer_id uuid not null constraint period_is_paid_once unique,
  price bigint not null check (price > 0),
  tokens bigint not null check (tokens > 0),
  -- Paid by a gateway: what stays unused then comes back as a deposit, because no wallet paid.
  by_card boolean not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  refunded_tokens bigint not null default 0,
  refunded_at timestamptz,
  constraint period_has_a_length check (ends_at > starts_at),
  constraint refunds_no_more_than_was_paid check (refunded_tokens between 0 and tokens),
  constraint refunded_is_whole check (refunded_tokens = 0 or refunded_at is not null),
  primary key (subscription_id, number)
);
