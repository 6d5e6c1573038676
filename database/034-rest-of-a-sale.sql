-- What was taken back in part may be gone as a whole later: a month by card whose unused days came back in tokens, and then the bank takes
-- the payment. What is left of the sale then comes back by a second transfer, the rest. It names the part that came before it, so that
-- still nothing is reversed twice, and whoever reads the chain finds the way from each to the sale. A rest is all of what the part left.
create or replace function wallet.settle_reversal(reversal wallet.transfers) returns void language plpgsql as $$
declare
  original wallet.transfers;
  sale wallet.transfers;
begin
  select * into original from wallet.transfers where id = reversal.reverses for update;
  if (reversal.payer, reversal.payee, reversal.kind) is distinct from (original.payer, original.payee, original.kind)
    or reversal.reference is distinct from original.reference then
    raise exception 'a reversal has the accounts, kind and reference of its original';
  end if;
  if original.sign <> 1 then
    select * into sale from wallet.transfers where id = original.reverses;
    if sale.sign <> 1 or sale.amount = original.amount then raise exception 'a reversal cannot be reversed'; end if;
    if (reversal.amount, reversal.commission) is distinct from (sale.amount - original.amount, sale.commission - original.commission) then
      raise exception 'a rest is all that a part has left';
    end if;
  else
    if reversal.amount > original.amount or (reversal.amount < original.amount and original.kind <> 'subscription') then
      raise exception 'a reversal has the amount of its original';
    end if;
    if reversal.commission <> div(original.commission::numeric * reversal.amount, original.amount)::bigint then
      raise exception 'a reversal gives back the commission of what it reverses';
    end if;
  end if;
  update wallet.transfers set reversed_by = reversal.id where id = original.id;
end $$;

-- A part is asked for once. The whole of what was taken back in part is its rest.
create or replace function wallet.reverse(_transfer uuid, _amount bigint, _detail jsonb, _at timestamptz,
  out outcome text, out transfer uuid, out balance bigint, out amount bigint) language plpgsql as $$
declare
  original wallet.transfers;
  part wallet.transfers;
  held wallet.accounts;
  back_commission bigint;
begin
  select * into original from wallet.transfers t where t.id = _transfer and t.sign = 1;
  if not found then outcome := 'unknown'; return; end if;
  select * into held from wallet.accounts a where a.id in (original.payer, original.payee) and a.floor is not null for no key update;
  -- Where neither side has a floor (a sale by card) the transfer itself is what two refunds at once take turns on.
  perform 1 from wallet.transfers t where t.id = original.id for update;
  balance := held.balance;
  select * into part from wallet.transfers t where t.reverses = original.id;
  if part.id is not null then
    transfer := part.id;
    amount := part.amount;
    if part.amount = original.amount or _amount is not null then outcome := 'already'; return; end if;
    select t.id, t.amount into transfer, amount from wallet.transfers t where t.reverses = part.id;
    if found then outcome := 'already'; return; end if;
    amount := original.amount - part.amount;
    back_commission := original.commission - part.commission;
  else
    amount := coalesce(_amount, original.amount);
    back_commission := div(original.commission::numeric * amount, original.amount)::bigint;
  end if;
  balance := case
    when held.id = original.payer then held.balance + amount
    when held.id = original.payee then held.balance - (amount - back_commission)
  end;
  if balance < held.floor then outcome := 'short'; balance := held.balance; return; end if;
  insert into wallet.transfers (sign, payer, payee, amount, commission, kind, reference, title, detail, paid_by, balance_after, reverses, created_at)
  values (-1, original.payer, original.payee, amount, back_commission, original.kind, original.reference, original.title,
    _detail, original.paid_by, balance, coalesce(part.id, original.id), _at)
  returning id into transfer;
  outcome := 'reversed';
end $$;

-- What came back of each sale, in whatever steps, and when the last of them was.
create view wallet.taken_back as
  select part.reverses as sale, part.amount::bigint + coalesce(rest.amount::bigint, 0) as amount,
    part.commission + coalesce(rest.commission, 0) as commission, coalesce(rest.created_at, part.created_at) as created_at
  from wallet.transfers part left join wallet.transfers rest on rest.reverses = part.id
  where part.sign = -1;

create or replace function earnings.paid_by(_creator uuid, _row wallet.transfers) returns uuid language sql stable as $$
  with sale as (
    select s.created_at, s.id, r.created_at as taken_at, coalesce(r.amount = s.amount, false) as is_whole
    from wallet.transfers s left join wallet.taken_back r on r.sale = s.id
    where s.id = coalesce((select part.reverses from wallet.transfers part where part.id = _row.reverses), _row.reverses, _row.id)
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
