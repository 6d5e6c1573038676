-- What was paid out may come back: a bank returns a transfer days later, Stripe reverses one. Then what was paid and what was put aside
-- are both reversed, in one transaction, so that the sum is the creator's again. Reasons: docs/adr/0001-ledger-write-path.md, Payouts.

create or replace function wallet.guard_payouts() returns trigger language plpgsql as $$
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
    if exists (select from wallet.transfers t where t.key = 'paid:' || substring(new.reference from 8) and t.reversed_by is null) then
      raise exception 'what was paid out does not come back by itself' using errcode = 'integrity_constraint_violation';
    end if;
  elsif new.sign = -1 and new.payer = 5 and new.payee = 6 then
    if locked.id is null then
      raise exception 'only what was put aside and paid out comes back' using errcode = 'integrity_constraint_violation';
    end if;
  else
    raise exception 'what was put aside is paid out or given back, and what was paid out stays' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

-- Nothing waits in `payouts` that was paid and came back: at the commit it is the creator's again.
create function wallet.guard_coming_back() returns trigger language plpgsql as $$
begin
  if exists (select from wallet.transfers t where t.reference = new.reference and t.payee = 5 and t.sign = 1 and t.reversed_by is null) then
    raise exception 'what came back is its creator''s again' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger guard_coming_back after insert on wallet.transfers deferrable initially deferred for each row
  when (new.sign = -1 and new.payee = 6) execute function wallet.guard_coming_back();

alter table payouts.requests
  drop constraint requests_status_check,
  drop constraint no_says_why,
  drop constraint done_is_paid,
  drop constraint ended_is_whole,
  drop constraint done_by_transfer,
  add constraint requests_status_check check (status in ('pending', 'approved', 'processing', 'done', 'rejected', 'cancelled', 'returned')),
  -- A provider's word is no person's: `failure` keeps it.
  add constraint no_says_why check ((reason is not null) = (status = 'rejected' or (status = 'returned' and account_type <> 'stripe'))),
  add constraint done_is_paid check ((status in ('done', 'returned')) = (paid_id is not null)),
  add constraint ended_is_whole check ((status in ('done', 'rejected', 'cancelled', 'returned')) = (ended_at is not null)),
  add constraint done_by_transfer check (account_type <> 'stripe' or status not in ('done', 'returned') or transfer_ref is not null),
  add constraint returned_by_transfer check (account_type <> 'stripe' or status <> 'returned' or failure is not null);
alter table payouts.steps
  drop constraint steps_step_check,
  add constraint steps_step_check
    check (step in ('pending', 'edited', 'approved', 'processing', 'done', 'rejected', 'cancelled', 'returned'));

create or replace function payouts.guard_request() returns trigger language plpgsql as $$
begin
  if old.status <> new.status and not (new.status = any (case old.status
    when 'pending' then array['approved', 'rejected', 'cancelled']
    when 'approved' then array['processing', 'rejected']
    when 'processing' then array['done', 'rejected']
    when 'done' then array['returned']
    else array[]::text[] end)) then
    raise exception 'a payout does not go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  if (old.performer_id, old.number, old.created_at) is distinct from (new.performer_id, new.number, new.created_at)
    or (old.status <> 'pending' and (old.tokens, old.amount, old.fee, old.currency, old.transfer_id, old.sealed_bank)
      is distinct from (new.tokens, new.amount, new.fee, new.currency, new.transfer_id, new.sealed_bank))
    or (old.paid_id is not null and old.paid_id is distinct from new.paid_id) then
    raise exception 'what was approved stays as it was approved' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- How much of each transfer is known to have come back. It only grows, so an answer that was overtaken on its way says nothing new.
create table payouts.transfers (
  ref text primary key check (length(ref) between 1 and 200),
  request_id uuid not null references payouts.requests (id),
  reversed bigint not null check (reversed >= 0)
);
create index transfers_of_request on payouts.transfers (request_id);
create trigger guard_update before update on payouts.transfers for each row
  when (old.ref <> new.ref or old.request_id <> new.request_id or new.reversed < old.reversed)
  execute function wallet.refuse_change('what came back of a transfer stays back');
create trigger guard_delete before delete on payouts.transfers for each row execute function wallet.refuse_change('transfers stay');

-- A payout came back from where these say: until their owner has saved them again, changed or not, nothing more goes there.
alter table payouts.bank_details add column doubted_at timestamptz;
