-- What people are told, and how they want to hear of it.
create schema notifications;

-- One row a notice. What happens again while it is unread is counted in it.
create table notifications.notices (
  id uuid primary key default uuidv7(),
  account_id uuid not null references accounts.accounts (id),
  kind text not null check (kind in ('message', 'comment', 'reply', 'post', 'sale', 'tip', 'subscriber', 'order', 'subscription', 'payout', 'review', 'campaign', 'account')),
  event text not null check (event in ('message', 'comment', 'reply', 'post', 'sale', 'tip', 'tip_anonymous', 'subscriber', 'subscriber_trial', 'subscriber_renewed',
    'order_sold', 'order_paid', 'order_withdrawn', 'order_address', 'order_processing', 'order_shipping', 'order_parcel', 'order_delivered', 'order_ready', 'order_cancelled',
    'order_refunded', 'subscription_ends', 'subscription_unpaid', 'subscription_ended', 'payout_approved', 'payout_done', 'payout_rejected', 'payout_returned',
    'work_approved', 'work_rejected', 'work_removed', 'work_tagged', 'performer_approved', 'campaign', 'password_changed')),
  -- Unread ones about the same are one.
  topic text not null check (char_length(topic) between 1 and 120),
  -- Who did it last, and what it is about. No word of either: a sentence is written when it is read.
  actor_id uuid references accounts.accounts (id),
  subject_kind text check (subject_kind in ('work', 'conversation', 'order', 'payout')),
  subject_id uuid,
  count integer not null default 1 check (count > 0),
  -- Hundredths of a token, of all that it counts.
  amount bigint not null default 0 check (amount >= 0),
  -- An instant that the sentence says.
  until timestamptz,
  created_at timestamptz not null,
  latest_at timestamptz not null,
  read_at timestamptz,
  expires_at timestamptz not null,
  -- When its reader is to hear of it besides; null: not, or they have.
  push_due_at timestamptz,
  mail_due_at timestamptz,
  constraint a_subject_has_both check ((subject_kind is null) = (subject_id is null)),
  constraint the_latest_is_not_the_first check (latest_at >= created_at),
  constraint what_expires_was_there check (expires_at > created_at)
);
create unique index unread_once on notifications.notices (account_id, topic) where read_at is null;
create index notices_of_account on notifications.notices (account_id, latest_at desc, id desc);
create index notices_to_push on notifications.notices (push_due_at) where push_due_at is not null;
create index notices_to_mail on notifications.notices (mail_due_at) where mail_due_at is not null;
create index notices_over on notifications.notices (expires_at);

-- A fact is heard at least once, and counts once.
create table notifications.heard (
  account_id uuid not null references accounts.accounts (id),
  source text not null check (char_length(source) between 1 and 120),
  heard_at timestamptz not null,
  primary key (account_id, source)
);
create index heard_long_ago on notifications.heard (heard_at);

-- What somebody decided; whoever has no row hears of things as everybody does at first.
create table notifications.preferences (
  account_id uuid not null references accounts.accounts (id),
  kind text not null check (kind in ('message', 'comment', 'reply', 'post', 'sale', 'tip', 'subscriber', 'order', 'subscription', 'payout', 'review', 'campaign', 'account')),
  in_app boolean not null,
  email text not null check (email in ('off', 'now', 'digest')),
  push boolean not null,
  primary key (account_id, kind)
);
create table notifications.readers (
  account_id uuid primary key references accounts.accounts (id),
  -- Minutes of the day in the reader's own zone; the night may lie between the two days.
  quiet_from integer check (quiet_from between 0 and 1439),
  quiet_to integer check (quiet_to between 0 and 1439),
  digest_hour integer not null check (digest_hour between 0 and 23),
  discreet boolean not null,
  constraint quiet_hours_begin_and_end check ((quiet_from is null) = (quiet_to is null)),
  constraint quiet_hours_are_some check (quiet_from <> quiet_to)
);

-- A new work on its way to its creator's followers and subscribers, by their ids.
create table notifications.spreads (
  work_id uuid primary key references works.works (id),
  creator_id uuid not null references accounts.accounts (id),
  reached uuid,
  told integer not null default 0 check (told >= 0),
  created_at timestamptz not null,
  finished_at timestamptz
);
create index spreads_unfinished on notifications.spreads (created_at) where finished_at is null;

-- How far a sweep has looked.
create table notifications.sweeps (
  name text primary key check (name in ('messages')),
  reached uuid not null
);

-- The new work of somebody with a hundred thousand followers is told in the order of their ids.
create index followers_in_order on follows.follows (performer_id, fan_id);
