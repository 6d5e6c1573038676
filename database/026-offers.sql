-- What a creator offers besides a month and a year: bundles of three and six months, tiers, promotions; and subscriptions as gifts.
alter table profiles.performers
  add column three_month_price bigint check (three_month_price > 0),
  add column six_month_price bigint check (six_month_price > 0);

-- A dearer way to subscribe to the same creator, with words and flags for what it brings. Retired ones are no longer sold, and run on
-- for those who have them.
create table subscriptions.tiers (
  id uuid primary key default uuidv7(),
  performer_id uuid not null references accounts.accounts (id),
  slot smallint not null constraint five_tiers_at_most check (slot between 1 and 5),
  name text not null check (length(name) between 1 and 40),
  description text not null default '' check (length(description) <= 500),
  benefits text[] not null default '{}' check (cardinality(benefits) <= 10),
  free_messages boolean not null default false,
  monthly_price bigint not null check (monthly_price > 0),
  three_month_price bigint check (three_month_price > 0),
  six_month_price bigint check (six_month_price > 0),
  yearly_price bigint check (yearly_price > 0),
  created_at timestamptz not null,
  retired_at timestamptz,
  unique (id, performer_id)
);
create unique index one_tier_a_slot on subscriptions.tiers (performer_id, slot) where retired_at is null;
create unique index tier_is_named_once on subscriptions.tiers (performer_id, lower(name)) where retired_at is null;

-- Less for the first period, for a while.
create table subscriptions.promotions (
  id uuid primary key default uuidv7(),
  performer_id uuid not null references accounts.accounts (id),
  percent_off smallint not null check (percent_off between 5 and 90),
  applies_to text not null check (applies_to in ('new', 'returning', 'all')),
  types text[] not null check (cardinality(types) between 1 and 4 and types <@ array['monthly', 'three_months', 'six_months', 'yearly']),
  -- null: whatever tier, and without one
  tier_id uuid,
  max_uses integer check (max_uses > 0),
  used integer not null default 0 check (used >= 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  created_at timestamptz not null,
  foreign key (tier_id, performer_id) references subscriptions.tiers (id, performer_id),
  constraint used_no_more_than_offered check (max_uses is null or used <= max_uses),
  constraint ninety_days_at_most check (ends_at > starts_at and ends_at <= starts_at + interval '2160 hours')
);
create index promotions_of_performer on subscriptions.promotions (performer_id, starts_at desc, id desc);

-- Who has used one, or holds a place in it while their card is being asked. A place that was not paid for is released.
create table subscriptions.promotion_uses (
  promotion_id uuid not null references subscriptions.promotions (id),
  fan_id uuid not null references accounts.accounts (id),
  transaction_id uuid references payments.transactions (id),
  used_at timestamptz not null,
  released_at timestamptz,
  primary key (promotion_id, fan_id)
);

alter table subscriptions.subscriptions
  drop constraint subscriptions_type_check,
  drop constraint subscriptions_renews_as_check,
  add constraint subscriptions_type_check check (type in ('free', 'monthly', 'three_months', 'six_months', 'yearly')),
  add constraint subscriptions_renews_as_check check (renews_as in ('monthly', 'three_months', 'six_months', 'yearly')),
  -- the tier that it renews as; which one runs now is written on its periods
  add column tier_id uuid,
  add constraint tier_is_the_performers foreign key (tier_id, performer_id) references subscriptions.tiers (id, performer_id),
  -- how often a card was asked for the renewal that is due
  add column tries smallint not null default 0 check (tries >= 0),
  -- the dearer price that the fan was told of and has not agreed to
  add column told_price bigint check (told_price > 0),
  -- when they were told that their trial turns into a paid one
  add column reminded_at timestamptz;
alter table subscriptions.subscriptions rename column anchored_periods to anchored_months;
update subscriptions.subscriptions set anchored_months = anchored_months * 12 where type = 'yearly';

alter table subscriptions.periods
  add column tier_id uuid references subscriptions.tiers (id),
  add column promotion_id uuid references subscriptions.promotions (id),
  -- who paid, where it was a gift
  add column giver_id uuid references accounts.accounts (id),
  -- the payment by card
  add column transaction_id uuid constraint payment_pays_once unique references payments.transactions (id);
create index periods_by_time on subscriptions.periods (subscription_id, ends_at);

create table subscriptions.gifts (
  id uuid primary key default uuidv7(),
  giver_id uuid not null references accounts.accounts (id),
  recipient_id uuid not null references accounts.accounts (id),
  performer_id uuid not null references accounts.accounts (id),
  type text not null check (type in ('monthly', 'three_months', 'six_months', 'yearly')),
  message text not null default '' check (length(message) <= 200),
  subscription_id uuid not null,
  number integer not null,
  created_at timestamptz not null,
  constraint gift_is_one_period unique (subscription_id, number),
  foreign key (subscription_id, number) references subscriptions.periods (subscription_id, number),
  constraint not_to_oneself check (giver_id <> recipient_id),
  constraint not_to_whom_it_pays check (recipient_id <> performer_id)
);
create index gifts_given on subscriptions.gifts (giver_id, created_at desc, id desc);
create index gifts_received on subscriptions.gifts (recipient_id, created_at desc, id desc);
