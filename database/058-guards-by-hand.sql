-- More that plain SQL got past.

-- `overriding system value` gave a transfer any number: the largest ended the chain for good, the next one failed the next buyer's sale. The
-- number of a row is drawn right before this is asked.
create trigger guard_number before insert on wallet.transfers for each row
  when (new.number is distinct from currval('wallet.transfers_number_seq'))
  execute function wallet.refuse_change('a transfer’s number is drawn, not given');

-- How far the chain has come follows from what there is: one update by hand left every later transfer unlinked.
create function proofs.guard_progress() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (new.closed < old.closed) or (new.through < old.through) or (new.newest < old.newest) then
    raise exception 'the chain does not go back' using errcode = 'restrict_violation';
  end if;
  if new.newest > old.newest and new.newest > (select coalesce(max(t.number), 0) from wallet.transfers t) then
    raise exception 'the chain comes no further than there are transfers' using errcode = 'restrict_violation';
  end if;
  -- Looked up one by one: a plan that reads all links reads years.
  if new.through > old.through and exists (
    select from wallet.transfers t
    left join lateral (select true as is_there from proofs.links l where l.transfer = t.id limit 1) link on true
    where t.number > old.through and t.number <= new.through and link.is_there is null
  ) then
    raise exception 'the chain passes no transfer that is not linked' using errcode = 'restrict_violation';
  end if;
  if new.closed > old.closed and exists (
    select from proofs.links l cross join lateral (select t.number from wallet.transfers t where t.id = l.transfer limit 1) open
    where l.position > coalesce((select max(r.last) from proofs.roots r), 0) and open.number <= new.closed
  ) then
    raise exception 'a transfer is closed with its day' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_update before update on proofs.progress for each row execute function proofs.guard_progress();

-- Escrow has what it holds, whatever a hold is called: one left a commission and was released whole, and one that was called a subscription
-- went back in parts, of which the rest belonged to nobody.
create or replace function wallet.guard_escrow() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  held wallet.transfers;
begin
  if new.sign = 1 and new.payee = 4 then
    if not exists (select from wallet.accounts a where a.id = new.payer and a.kind = 'wallet' and a.owner_id::text <> new.detail ->> 'sellerId') then
      raise exception 'a hold is a wallet''s, and names its seller' using errcode = 'integrity_constraint_violation';
    end if;
    if new.commission <> 0 then
      raise exception 'a hold leaves no commission' using errcode = 'integrity_constraint_violation';
    end if;
    return new;
  end if;
  if new.sign = -1 and not exists (select from wallet.transfers t where t.id = new.reverses and t.sign = 1 and t.amount = new.amount) then
    raise exception 'what is or was in escrow goes back as a whole' using errcode = 'integrity_constraint_violation';
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
