-- Paying creators out. What is asked for leaves their earnings at once and waits in the site's account `payouts`; what reached them
-- stands in `paid_out`. Rules and reasons: docs/adr/0001-ledger-write-path.md.

insert into wallet.account_kinds (kind, is_personal, has_floor) values ('payouts', false, false), ('paid_out', false, false);
insert into wallet.accounts (id, owner_id, kind) values (5, null, 'payouts'), (6, null, 'paid_out');

-- A request puts aside once at a time, whatever two tabs do.
create unique index one_lock_a_payout on wallet.transfers (reference) where payee = 5 and sign = 1 and reversed_by is null;
-- What was taken back from creators is few among what they sold.
create index reversals_of_payee on wallet.transfers (payee) include (amount, commission) where sign = -1;

-- Three ways lead through these two accounts: from one's own earnings aside, from there to paid out under the key `paid:<request>`, or
-- back again. Whoever looks locks what was put aside first, so that paying and giving back take turns.
create function wallet.guard_payouts() returns trigger language plpgsql as $$
declare
  locked wallet.transfers;
begin
  if new.kind <> 'payout' or new.commission <> 0 or new.reference is null or new.reference !~ '^payout:.{36}$' then
    raise exception 'a payout names its request and leaves no commission' using errcode = 'integrity_constraint_violation';
  end if;
  if new.sign = 1 and new.payee = 5 then
    if not exists (select from wallet.accounts a where a.id = new.payer and a.kind = 'earnings' and a.owner_id = new.paid_by) then
      raise exception 'only earnings of one''s own are put aside for a payout' using errcode = 'integrity_constraint_violation';
    end if;
    return new;
  end if;
  select * into locked from wallet.transfers t
  where t.reference = new.reference and t.payee = 5 and t.sign = 1 and t.reversed_by is null
  for update;
  if new.sign = 1 and new.payer = 5 and new.payee = 6 then
    if locked.id is null or locked.amount <> new.amount or new.key is distinct from 'paid:' || substring(new.reference from 8) then
      raise exception 'only what was put aside is paid out' using errcode = 'integrity_constraint_violation';
    end if;
  elsif new.sign = -1 and new.payee = 5 then
    if exists (select from wallet.transfers t where t.key = 'paid:' || substring(new.reference from 8)) then
      raise exception 'what was paid out does not come back' using errcode = 'integrity_constraint_violation';
    end if;
  else
    raise exception 'what was put aside is paid out or given back, and what was paid out stays' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger guard_payouts before insert on wallet.transfers for each row
  when (new.payer in (5, 6) or new.payee in (5, 6)) execute function wallet.guard_payouts();

create schema earnings;

-- Which sales each payout paid: the oldest first, up to and with the sale `through`. What was over is part of the sale after it.
create table earnings.covers (
  payout_id uuid primary key,
  creator_id uuid not null references accounts.accounts (id),
  amount bigint not null check (amount > 0),
  through_at timestamptz,
  through_id uuid references wallet.transfers (id),
  rest bigint not null check (rest >= 0),
  done_at timestamptz not null,
  constraint through_is_whole check ((through_at is null) = (through_id is null))
);
create index covers_of_creator on earnings.covers (creator_id, done_at);

-- The payout that paid a row of somebody's earnings. A sale: the first that reaches it, unless all of it was taken back before. What was
-- taken back of a paid sale: the first payout since, which was that much smaller.
create function earnings.paid_by(_creator uuid, _row wallet.transfers) returns uuid language sql stable as $$
  with sale as (
    select s.created_at, s.id, r.created_at as taken_at, coalesce(r.amount = s.amount, false) as is_whole
    from wallet.transfers s left join wallet.transfers r on r.reverses = s.id
    where s.id = coalesce(_row.reverses, _row.id)
  ), paid as (
    select c.payout_id, c.done_at from earnings.covers c, sale s
    where c.creator_id = _creator and (c.through_at, c.through_id) >= (s.created_at, s.id) and not (s.is_whole and s.taken_at <= c.done_at)
    order by c.done_at, c.payout_id limit 1
  )
  select case
    when _row.sign = 1 then (select payout_id from paid)
    else (select c.payout_id from earnings.covers c, paid p
      where c.creator_id = _creator and c.done_at >= greatest(p.done_at, _row.created_at) order by c.done_at, c.payout_id limit 1)
  end
$$;

create schema payouts;

-- Where a creator's money goes. Everything that tells it is encrypted with a key that is not in the database.
create table payouts.bank_details (
  account_id uuid primary key references accounts.accounts (id),
  sealed bytea not null,
  -- A change stops payouts for a while: whoever took over an account should not be faster than its owner's mail.
  hold_until timestamptz not null,
  changed_at timestamptz not null
);

-- Requests that were handed to the bank together.
create table payouts.batches (
  id uuid primary key default uuidv7(),
  number bigint generated always as identity (start with 101) unique,
  made_by uuid not null references accounts.accounts (id),
  made_at timestamptz not null
);

create table payouts.requests (
  id uuid primary key default uuidv7(),
  number bigint generated always as identity (start with 1001) unique,
  performer_id uuid not null references accounts.accounts (id),
  status text not null default 'pending' check (status in ('pending', 'approved', 'processing', 'done', 'rejected', 'cancelled')),
  -- hundredths of tokens, and what they are worth: minor units at the rate (in ten-thousandths) of the instant it was asked for
  tokens bigint not null check (tokens > 0),
  amount bigint not null,
  fee bigint not null check (fee >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  rate integer not null check (rate > 0),
  account_type text not null check (account_type in ('banking', 'stripe', 'paypal', 'other')),
  note text not null default '' check (length(note) <= 500),
  -- the bank details of then, encrypted: a later change does not lead this money elsewhere
  sealed_bank bytea not null,
  reason text check (length(reason) between 1 and 1000),
  -- what put the tokens aside, and what paid them out
  transfer_id uuid not null unique references wallet.transfers (id),
  paid_id uuid unique references wallet.transfers (id),
  batch_id uuid references payouts.batches (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  constraint something_arrives check (amount > fee),
  constraint no_says_why check ((status = 'rejected') = (reason is not null)),
  constraint done_is_paid check ((status = 'done') = (paid_id is not null)),
  constraint ended_is_whole check ((status in ('done', 'rejected', 'cancelled')) = (ended_at is not null))
);
create unique index one_open_request on payouts.requests (performer_id) where status in ('pending', 'approved', 'processing');
create index requests_of_performer on payouts.requests (performer_id, created_at desc, id desc);
create index requests_by_status on payouts.requests (status, created_at);
create index requests_of_batch on payouts.requests (batch_id) where batch_id is not null;

-- Forward only, and a sum changes only for as long as nobody has agreed to it.
create function payouts.guard_request() returns trigger language plpgsql as $$
begin
  if old.status <> new.status and not (new.status = any (case old.status
    when 'pending' then array['approved', 'rejected', 'cancelled']
    when 'approved' then array['processing', 'rejected']
    when 'processing' then array['done', 'rejected']
    else array[]::text[] end)) then
    raise exception 'a payout does not go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  if (old.performer_id, old.number, old.created_at) is distinct from (new.performer_id, new.number, new.created_at)
    or (old.status <> 'pending' and (old.tokens, old.amount, old.fee, old.currency, old.transfer_id, old.sealed_bank)
      is distinct from (new.tokens, new.amount, new.fee, new.currency, new.transfer_id, new.sealed_bank)) then
    raise exception 'what was approved stays as it was approved' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_update before update on payouts.requests for each row execute function payouts.guard_request();
create trigger guard_delete before delete on payouts.requests for each row execute function wallet.refuse_change('requests stay');

-- Every step of a request: who, when, to what.
create table payouts.steps (
  id uuid primary key default uuidv7(),
  request_id uuid not null references payouts.requests (id),
  step text not null check (step in ('pending', 'edited', 'approved', 'processing', 'done', 'rejected', 'cancelled')),
  by_id uuid not null references accounts.accounts (id),
  created_at timestamptz not null
);
create index steps_of_request on payouts.steps (request_id, created_at, id);
