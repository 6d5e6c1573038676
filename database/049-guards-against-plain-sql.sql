-- What plain SQL got past. A row of the same statement is there already but has not moved yet, so `reversed_by` does not tell of it: a
-- reversal is looked for by itself. And a key that is spelled otherwise was another key.

-- One statement could give a hold back and release it, release it twice (once in capitals), or release it to somebody else.
create or replace function wallet.guard_escrow() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  held wallet.transfers;
begin
  if new.sign = 1 and new.payee = 4 then
    if not exists (select from wallet.accounts a where a.id = new.payer and a.kind = 'wallet' and a.owner_id::text <> new.detail ->> 'sellerId') then
      raise exception 'a hold is a wallet''s, and names its seller' using errcode = 'integrity_constraint_violation';
    end if;
    return new;
  end if;
  if new.sign = -1 and new.payer = 4 then return new; end if;
  select * into held from wallet.transfers t
  where t.id = case when new.sign = -1 then new.reverses else substring(new.key from '^release:(.{36})$')::uuid end
  for update;
  if new.sign = 1 then
    if held.payee is distinct from 4 or held.sign <> 1 or held.reversed_by is not null or held.amount <> new.amount
      or new.key is distinct from 'release:' || held.id
      or (held.kind, held.reference, held.paid_by) is distinct from (new.kind, new.reference, new.paid_by)
      or exists (select from wallet.transfers t where t.reverses = held.id) then
      raise exception 'only what is held is released' using errcode = 'integrity_constraint_violation';
    end if;
    if not exists (select from wallet.accounts a where a.id = new.payee and a.kind = 'earnings' and a.owner_id::text = held.detail ->> 'sellerId') then
      raise exception 'what is held is released to its seller' using errcode = 'integrity_constraint_violation';
    end if;
  elsif exists (select from wallet.transfers t where t.key = 'release:' || held.id and t.reversed_by is null) then
    raise exception 'what was released comes back to escrow first' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
drop trigger guard_escrow on wallet.transfers;
create trigger guard_escrow before insert on wallet.transfers for each row
  when (new.payer = 4 or new.payee = 4) execute function wallet.guard_escrow();

-- One statement could give an amount back and pay it out.
create or replace function wallet.guard_payouts() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
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
    if locked.id is null or locked.amount <> new.amount or new.key is distinct from 'paid:' || substring(new.reference from 8)
      or exists (select from wallet.transfers t where t.reverses = locked.id) then
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

-- Once is once by the letter: words, and numbers or uuids as PostgreSQL writes them, with colons between. Only what a provider calls a dispute
-- is spelled by the provider, whose capitals mean something. Reversals repeat what was.
create trigger guard_spelling before insert on wallet.transfers for each row
  when (new.sign = 1 and (
    new.key !~ '^([a-z_]+(:([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?!0[0-9]+(:|$))[a-z0-9_]{1,31}))+|reinstated:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:[[:graph:]]{1,120})$'
    or new.reference !~ '^[a-z_]+(:([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?!0[0-9]+(:|$))[a-z0-9_]{1,31}))+$'))
  execute function wallet.refuse_change('a key and a reference are spelled in one way');

-- A request could be made as one that was approved already, and be approved with another sum in the same statement.
create trigger guard_insert before insert on payouts.requests for each row when (new.status <> 'pending')
  execute function wallet.refuse_change('a payout is asked for first');
create or replace function payouts.guard_request() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.status <> new.status and not (new.status = any (case old.status
    when 'pending' then array['approved', 'rejected', 'cancelled']
    when 'approved' then array['processing', 'rejected']
    when 'processing' then array['done', 'rejected']
    when 'done' then array['returned']
    else array[]::text[] end)) then
    raise exception 'a payout does not go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  if (old.id, old.performer_id, old.number, old.created_at) is distinct from (new.id, new.performer_id, new.number, new.created_at)
    or ((old.status, new.status) is distinct from ('pending', 'pending')
      and (old.tokens, old.amount, old.fee, old.rate, old.currency, old.transfer_id, old.sealed_bank)
      is distinct from (new.tokens, new.amount, new.fee, new.rate, new.currency, new.transfer_id, new.sealed_bank))
    or (old.paid_id is not null and old.paid_id is distinct from new.paid_id) then
    raise exception 'what was approved stays as it was approved' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Figures that follow from rows could be written by themselves.
create trigger guard_taken before update on coupons.coupons for each row when (old.taken <> new.taken and pg_trigger_depth() = 0)
  execute function wallet.refuse_change('what is taken of a coupon follows from its uses');
create trigger guard_insert before insert on coupons.coupons for each row when (new.taken <> 0)
  execute function wallet.refuse_change('what is taken of a coupon follows from its uses');
drop trigger guard_counting on invoices.counters;
create trigger guard_counting before insert or update or delete on invoices.counters for each row when (pg_trigger_depth() = 0)
  execute function wallet.refuse_change('numbers are given out with receipts');

-- What cannot be deleted could be truncated.
create trigger guard_truncate before truncate on invoices.counters execute function wallet.refuse_change('numbers are given out with receipts');
create trigger guard_truncate before truncate on coupons.uses execute function wallet.refuse_change('a use stays');
create trigger guard_truncate before truncate on payouts.requests execute function wallet.refuse_change('requests stay');
create trigger guard_truncate before truncate on payouts.transfers execute function wallet.refuse_change('transfers stay');
create trigger guard_truncate before truncate on wallet.holds execute function wallet.refuse_change('holds stay');

-- What a guard compares and casts is PostgreSQL's own, whatever stands before it in the search path of whoever writes.
alter function audit.append_only() set search_path = pg_catalog, pg_temp;
alter function coupons.count_uses() set search_path = pg_catalog, pg_temp;
alter function invoices.give_number() set search_path = pg_catalog, pg_temp;
alter function invoices.refuse_change() set search_path = pg_catalog, pg_temp;
alter function payouts.guard_transfer() set search_path = pg_catalog, pg_temp;
alter function proofs.refuse_change() set search_path = pg_catalog, pg_temp;
alter function wallet.arrive() set search_path = pg_catalog, pg_temp;
alter function wallet.guard_coming_back() set search_path = pg_catalog, pg_temp;
alter function wallet.guard_held() set search_path = pg_catalog, pg_temp;
alter function wallet.guard_transfer() set search_path = pg_catalog, pg_temp;
alter function wallet.move() set search_path = pg_catalog, pg_temp;
alter function wallet.refuse_change() set search_path = pg_catalog, pg_temp;
alter function wallet.settle_reversal(wallet.transfers) set search_path = pg_catalog, pg_temp;
