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

-- A payout is three things that say the same: the request, what the ledger put aside and paid, and the sales that it paid. Each could be
-- written without the others, so that 999,999.99 tokens left somebody's earnings and nobody had asked. The wallet stands below the requests
-- and does not know them: this guard is of theirs, wherever it hangs.
create function payouts.agrees(_request uuid) returns boolean language sql stable set search_path = pg_catalog, pg_temp
return (
  select coalesce(t.payee = 5 and t.sign = 1 and t.amount = r.tokens and t.reference = 'payout:' || r.id and t.paid_by = r.performer_id
    and (r.status in ('rejected', 'cancelled', 'returned')) = (t.reversed_by is not null)
    and (r.status in ('done', 'returned')) = (p.id is not null) and r.paid_id is not distinct from p.id
    and (r.status = 'returned') = (p.reversed_by is not null)
    and (r.status = 'done') = (c.payout_id is not null), false)
  from payouts.requests r
  join wallet.transfers t on t.id = r.transfer_id
  left join wallet.transfers p on p.key = 'paid:' || r.id
  left join earnings.covers c on c.payout_id = r.id and c.creator_id = r.performer_id and c.amount = r.tokens
  where r.id = _request
);
create function payouts.guard_agreement() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  request uuid;
begin
  if tg_table_schema = 'wallet' then request := substring(new.reference from '^payout:(.{36})$')::uuid;
  elsif tg_table_schema = 'earnings' then request := coalesce(new.payout_id, old.payout_id);
  else request := new.id;
  end if;
  if payouts.agrees(request) is not true then
    raise exception 'a payout, its request and its sales say the same' using errcode = 'integrity_constraint_violation', detail = request;
  end if;
  return null;
end $$;
create constraint trigger guard_request after insert on wallet.transfers deferrable initially deferred for each row
  when (new.payer in (5, 6) or new.payee in (5, 6)) execute function payouts.guard_agreement();
create constraint trigger guard_payout after insert or delete on earnings.covers deferrable initially deferred for each row
  execute function payouts.guard_agreement();
create constraint trigger guard_agreement after insert or update on payouts.requests deferrable initially deferred for each row
  execute function payouts.guard_agreement();

create trigger guard_update before update on earnings.covers for each row
  when ((old.payout_id, old.creator_id, old.amount, old.done_at) is distinct from (new.payout_id, new.creator_id, new.amount, new.done_at))
  execute function wallet.refuse_change('what a payout paid stays what it paid');
create trigger guard_truncate before truncate on earnings.covers execute function wallet.refuse_change('what a payout paid stays what it paid');

-- The sum of a pending request could be written anew without its tokens. Rounded up to a hundredth of a token, or down to one of money.
create trigger guard_worth before insert or update of tokens, amount, rate on payouts.requests for each row
  when (new.tokens::numeric * new.rate - new.amount::numeric * 10000 not between 0 and greatest(new.rate, 10000))
  execute function wallet.refuse_change('a payout is worth its tokens');
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
  if old.sealed_bank is distinct from new.sealed_bank or (old.transfer_id = new.transfer_id
      and (old.tokens, old.amount, old.fee, old.rate, old.currency) is distinct from (new.tokens, new.amount, new.fee, new.rate, new.currency)) then
    raise exception 'what was asked for stays as it was asked for' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- What gateways reported could be deleted, and a payment be multiplied after it was paid.
create trigger guard_delete before delete on payments.transactions for each row execute function wallet.refuse_change('what a gateway reported stays');
create trigger guard_delete before delete on payments.refunds for each row execute function wallet.refuse_change('what a gateway reported stays');
create trigger guard_delete before delete on payments.disputes for each row execute function wallet.refuse_change('what a gateway reported stays');
create trigger guard_delete before delete on payments.gateway_events for each row execute function wallet.refuse_change('what a gateway reported stays');
create trigger guard_truncate before truncate on payments.transactions execute function wallet.refuse_change('what a gateway reported stays');
create trigger guard_truncate before truncate on payments.refunds execute function wallet.refuse_change('what a gateway reported stays');
create trigger guard_truncate before truncate on payments.disputes execute function wallet.refuse_change('what a gateway reported stays');
create trigger guard_truncate before truncate on payments.gateway_events execute function wallet.refuse_change('what a gateway reported stays');
create trigger guard_update before update on payments.transactions for each row
  when ((old.account_id, old.purpose, old.amount, old.currency)
      is distinct from (new.account_id, new.purpose, new.amount, new.currency)
    or new.tokens > old.tokens or (old.paid_at is not null and (new.paid_at is null or old.gateway <> new.gateway)))
  execute function wallet.refuse_change('a payment stays what it was');
create trigger guard_update before update on payments.refunds for each row
  when ((old.transaction_id, old.ref, old.amount, old.heard_at) is distinct from (new.transaction_id, new.ref, new.amount, new.heard_at))
  execute function wallet.refuse_change('what a gateway reported stays');
create trigger guard_update before update on payments.disputes for each row
  when ((old.transaction_id, old.ref, old.amount) is distinct from (new.transaction_id, new.ref, new.amount))
  execute function wallet.refuse_change('what a gateway reported stays');
create trigger guard_update before update on payments.gateway_events for each row
  execute function wallet.refuse_change('what a gateway reported stays');

-- Money from a gateway comes in once: under a key, and that of a payment has no second spelling.
create trigger guard_top_up before insert on wallet.transfers for each row
  when (new.sign = 1 and new.payer = 1 and (new.key is null or new.key ~ '^payment:[^:]*:'))
  execute function wallet.refuse_change('what comes from a gateway comes under the key of its payment');
