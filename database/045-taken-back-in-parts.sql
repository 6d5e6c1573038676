-- Money that came in goes back in parts, and more than once: a refund of 10 of 100, then one of 30, then a dispute of what is left. So what is
-- taken back of a top-up or of a subscription's sale is a chain: each part names the one before it, the first one the transfer itself. Still
-- nothing is reversed twice (reversed_once), and whoever reads the chain finds the way from each part to the beginning.

-- The transfer at the beginning of a chain, and what was taken back of it up to this part. Of a transfer itself: nothing.
create function wallet.taken_up_to(_transfer uuid, out sale uuid, out amount bigint, out commission bigint) language sql stable as $$
  with recursive up as (
    select t.id, t.sign, t.reverses, t.amount, t.commission from wallet.transfers t where t.id = _transfer
    union all
    select t.id, t.sign, t.reverses, t.amount, t.commission from up join wallet.transfers t on t.id = up.reverses where up.sign = -1
  )
  select (array_agg(up.id) filter (where up.sign = 1))[1], coalesce(sum(up.amount) filter (where up.sign = -1), 0)::bigint,
    coalesce(sum(up.commission) filter (where up.sign = -1), 0)::bigint
  from up
$$;

-- All that was taken back of a transfer until then, and when the last of it was. Ask it only of what was reversed at all.
create function wallet.taken_back_of(_sale uuid, _until timestamptz default 'infinity',
  out amount bigint, out commission bigint, out created_at timestamptz) language sql stable as $$
  with recursive chain as (
    select r.id, r.amount, r.commission, r.created_at from wallet.transfers r where r.reverses = _sale
    union all
    select r.id, r.amount, r.commission, r.created_at from chain join wallet.transfers r on r.reverses = chain.id
  )
  select coalesce(sum(c.amount), 0)::bigint, coalesce(sum(c.commission), 0)::bigint, max(c.created_at)
  from chain c where c.created_at <= _until
$$;

create or replace function wallet.settle_reversal(reversal wallet.transfers) returns void language plpgsql as $$
declare
  previous wallet.transfers;
  sale wallet.transfers;
  taken record;
begin
  select * into previous from wallet.transfers where id = reversal.reverses for update;
  if (reversal.payer, reversal.payee, reversal.kind) is distinct from (previous.payer, previous.payee, previous.kind)
    or reversal.reference is distinct from previous.reference then
    raise exception 'a reversal has the accounts, kind and reference of its original';
  end if;
  select * into taken from wallet.taken_up_to(reversal.id);
  select * into sale from wallet.transfers where id = taken.sale;
  if taken.amount - reversal.amount >= sale.amount then raise exception 'a reversal cannot be reversed'; end if;
  if taken.amount > sale.amount or (reversal.amount < sale.amount and sale.kind not in ('subscription', 'top_up')) then
    raise exception 'a reversal has the amount of its original, or less where that goes back in parts';
  end if;
  -- Rounded down over all parts together: a hundred small ones keep no more for the site than one.
  if taken.commission <> div(sale.commission::numeric * taken.amount, sale.amount)::bigint then
    raise exception 'a reversal gives back the commission of what it reverses';
  end if;
  update wallet.transfers set reversed_by = reversal.id where id = previous.id;
end $$;

-- So much of a transfer is taken back, or all that is left of it. `outcome` is reversed, already, unknown or short.
create or replace function wallet.reverse(_transfer uuid, _amount bigint, _detail jsonb, _at timestamptz,
  out outcome text, out transfer uuid, out balance bigint, out amount bigint) language plpgsql as $$
declare
  original wallet.transfers;
  last wallet.transfers;
  held wallet.accounts;
  taken record;
  back_commission bigint;
begin
  select * into original from wallet.transfers t where t.id = _transfer and t.sign = 1;
  if not found then outcome := 'unknown'; return; end if;
  select * into held from wallet.accounts a where a.id in (original.payer, original.payee) and a.floor is not null for no key update;
  -- Where neither side has a floor (a sale by card) the transfer itself is what two refunds at once take turns on.
  select * into original from wallet.transfers t where t.id = original.id for update;
  balance := held.balance;
  last := original;
  while last.reversed_by is not null loop
    select * into last from wallet.transfers t where t.id = last.reversed_by;
  end loop;
  select * into taken from wallet.taken_up_to(last.id);
  if taken.amount >= original.amount then
    outcome := 'already'; transfer := last.id; amount := last.amount;
    return;
  end if;
  amount := least(coalesce(_amount, original.amount), original.amount - taken.amount);
  back_commission := div(original.commission::numeric * (taken.amount + amount), original.amount)::bigint - taken.commission;
  balance := case
    when held.id = original.payer then held.balance + amount
    when held.id = original.payee then held.balance - (amount - back_commission)
  end;
  if balance < held.floor then outcome := 'short'; balance := held.balance; return; end if;
  insert into wallet.transfers (sign, payer, payee, amount, commission, kind, reference, title, detail, paid_by, balance_after, reverses, created_at)
  values (-1, original.payer, original.payee, amount, back_commission, original.kind, original.reference, original.title,
    _detail, original.paid_by, balance, last.id, _at)
  returning id into transfer;
  outcome := 'reversed';
end $$;

create or replace function earnings.paid_by(_creator uuid, _row wallet.transfers) returns uuid language sql stable as $$
  with sale as (
    select s.created_at, s.id, r.created_at as taken_at, coalesce(r.amount = s.amount, false) as is_whole
    from wallet.transfers s
    left join lateral (select b.* from wallet.taken_back_of(s.id) b where s.reversed_by is not null) r on true
    where s.id = case when _row.sign = 1 then _row.id else (select up.sale from wallet.taken_up_to(_row.id) up) end
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

drop view wallet.taken_back;
