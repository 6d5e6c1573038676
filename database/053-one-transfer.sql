-- A transfer that is its statement's only one, as most are, moves by two plain statements instead of the one that is made for many.

-- What is wrong with a transfer between these two, if anything.
create function wallet.wrong_between(_id uuid, _sign integer, _payer bigint, _payee bigint, paying wallet.accounts, paid wallet.accounts) returns text
language sql stable
return case
  when paying.id is null or paid.id is null then format('transfer %s is not between two accounts', _id)
  when _payer = 2 or _payee = 2 then 'the commission account only takes commission'
  when _payer = _payee or paying.owner_id = paid.owner_id then 'nobody pays themselves'
  when paying.floor is not null and paid.floor is not null then 'a transfer locks one account at most'
  when paying.frozen and _sign = 1 then 'the payer is frozen'
end;

create or replace function wallet.move() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set search_path = pg_catalog, pg_temp
as $$
declare
  one record;
  left_over bigint;
  reversal wallet.transfers;
  wrong text;
  reversals integer;
begin
  if (select count(*) from moved) = 1 then
    select m.id, m.sign::integer as sign, m.payer, m.payee, m.amount, m.commission, m.balance_after as said,
      paying.floor is not null as from_wallet, paid.floor is not null as to_wallet,
      wallet.wrong_between(m.id, m.sign, m.payer, m.payee, paying, paid) as wrong
    into one
    from moved m
    left join wallet.accounts paying on paying.id = m.payer
    left join wallet.accounts paid on paid.id = m.payee;
    if one.wrong is not null then raise exception '%', one.wrong using errcode = 'integrity_constraint_violation'; end if;
    if one.from_wallet or one.to_wallet then
      update wallet.accounts a
      set balance = a.balance + case when one.from_wallet then -one.sign * one.amount else one.sign * (one.amount - one.commission) end
      where a.id = case when one.from_wallet then one.payer else one.payee end
      returning a.balance into left_over;
      if one.said is distinct from left_over then
        raise exception 'transfer % says balance_after %, it is %', one.id, coalesce(one.said::text, 'nothing'), left_over
          using errcode = 'integrity_constraint_violation';
      end if;
    elsif one.said is not null then
      raise exception 'transfer % has no wallet in it and says balance_after %', one.id, one.said using errcode = 'integrity_constraint_violation';
    end if;
    insert into wallet.pending_credits (account, transfer, amount)
    select leg.account, one.id, one.sign * leg.amount
    from (values
      (one.payer, case when one.from_wallet then 0 else -one.amount end),
      (one.payee, case when one.to_wallet then 0 else one.amount - one.commission end),
      (2::bigint, one.commission)) as leg (account, amount)
    where leg.amount <> 0;
    reversals := case when one.sign = -1 then 1 else 0 end;
  else
    with side as materialized (
      select m.id, m.sign, m.payer, m.payee, m.amount, m.commission, m.balance_after,
        paying.floor is not null as from_wallet, paid.floor is not null as to_wallet,
        wallet.wrong_between(m.id, m.sign, m.payer, m.payee, paying, paid) as wrong
      from moved m
      left join wallet.accounts paying on paying.id = m.payer
      left join wallet.accounts paid on paid.id = m.payee
    ), now_in as (
      update wallet.accounts a
      set balance = a.balance + case when s.from_wallet then -s.sign * s.amount else s.sign * (s.amount - s.commission) end
      from side s
      where s.from_wallet <> s.to_wallet and a.id = case when s.from_wallet then s.payer else s.payee end
      returning s.id, s.balance_after as said, a.balance
    ), waiting as (
      insert into wallet.pending_credits (account, transfer, amount)
      select leg.account, any_value(s.id), sum(s.sign * leg.amount)
      from side s
      cross join lateral (values
        (s.payer, case when s.from_wallet then 0 else -s.amount end),
        (s.payee, case when s.to_wallet then 0 else s.amount - s.commission end),
        (2::bigint, s.commission)) as leg (account, amount)
      where s.wrong is null
      group by leg.account
      having sum(s.sign * leg.amount) <> 0
    )
    select
      coalesce(
        min(s.wrong),
        (select min(format('transfer %s says balance_after %s, it is %s', n.id, coalesce(n.said::text, 'nothing'), n.balance))
          from now_in n where n.said is distinct from n.balance),
        min(format('transfer %s has no wallet in it and says balance_after %s', s.id, s.balance_after))
          filter (where not s.from_wallet and not s.to_wallet and s.balance_after is not null),
        case when count(*) filter (where s.from_wallet <> s.to_wallet) <> (select count(*) from now_in) then 'a statement moves a wallet once' end),
      count(*) filter (where s.sign = -1)
    into wrong, reversals
    from side s;
    if wrong is not null then raise exception '%', wrong using errcode = 'integrity_constraint_violation'; end if;
  end if;
  if reversals > 0 then
    for reversal in select * from moved m where m.sign = -1 order by m.reverses loop
      perform wallet.settle_reversal(reversal);
    end loop;
  end if;
  return null;
end $$;

-- What is kept of an unlock are its figures: what was unlocked is shown anew. It held addresses of media, and the whole work.
update platform.idempotency
set answer = jsonb_build_object('balance', round((answer ->> 'balance')::numeric * 100))
  || coalesce((
    select jsonb_build_object('transferId', t.id, 'commission', t.commission, 'amount', t.amount, 'title', t.title, 'at', to_jsonb(t.created_at), 'already', false)
    from wallet.transfers t where t.id = (answer -> 'transaction' ->> '_id')::uuid), '{"already": true}')
where call in ('feeds.charge', 'galleries.charge', 'videos.charge') and answer ? 'item';

-- A transaction says what every other one says (contract/money/wallet.ts).
update platform.idempotency i
set answer = jsonb_set(i.answer, '{transaction}', jsonb_build_object('_id', t.id, 'type', t.kind, 'targetTitle', t.title,
  'amount', t.amount / 100.0, 'createdAt', to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
from wallet.transfers t
where i.call = 'shop.charge' and i.answer ? 'order' and t.id = (i.answer -> 'transaction' ->> '_id')::uuid;
