-- What happened to money after it was collected, each thing under its gateway's own name for it. Until now a payment kept one sum that went
-- back and one dispute: a second dispute after a won one was ignored, a refund that failed stayed gone, and the one that was made in its place
-- was taken for the same.
create table payments.refunds (
  transaction_id uuid not null references payments.transactions (id),
  -- the gateway's name for it
  ref text not null check (length(ref) between 1 and 120),
  amount bigint not null check (amount between 1 and 100000000),
  -- its money came back: the payer's bank would not have it
  failed_at timestamptz,
  heard_at timestamptz not null,
  primary key (transaction_id, ref)
);
create table payments.disputes (
  transaction_id uuid not null references payments.transactions (id),
  ref text not null check (length(ref) between 1 and 120),
  amount bigint not null check (amount between 1 and 100000000),
  opened_at timestamptz not null,
  won_at timestamptz,
  lost_at timestamptz,
  primary key (transaction_id, ref)
);

alter table payments.transactions
  -- what a gateway says went back in all, where it names no refund
  add column refunded_so_far bigint not null default 0,
  -- of its tokens, what was taken back and not given back
  add column taken_tokens bigint not null default 0,
  add constraint no_more_is_taken_than_was_bought check (taken_tokens between 0 and tokens);

update payments.transactions set refunded_so_far = refunded_amount where refunded_amount > 0;
insert into payments.disputes (transaction_id, ref, amount, opened_at, won_at, lost_at)
  select id, 'dispute', amount, disputed_at, dispute_won_at, dispute_lost_at from payments.transactions where disputed_at is not null;
update payments.transactions set taken_tokens = tokens
  where paid_at is not null and (refunded_amount >= amount or (disputed_at is not null and dispute_won_at is null));

-- The sandbox's own books: it gives back and is disputed as a company outside would be.
create table payments.sandbox_refunds (
  ref text primary key,
  checkout_id text not null references payments.sandbox_checkouts (id),
  amount bigint not null check (amount > 0),
  failed_at timestamptz,
  created_at timestamptz not null
);
create index sandbox_refunds_of on payments.sandbox_refunds (checkout_id);
create table payments.sandbox_disputes (
  ref text primary key,
  checkout_id text not null references payments.sandbox_checkouts (id),
  amount bigint not null check (amount > 0),
  state text not null check (state in ('open', 'won', 'lost')),
  created_at timestamptz not null
);
create index sandbox_disputes_of on payments.sandbox_disputes (checkout_id);
