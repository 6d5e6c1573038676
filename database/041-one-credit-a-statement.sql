-- What a statement brings to an account waits as one credit, under one of its transfers, however many tips it was: the commission of
-- everybody's tips was a row for each of them, and so was a popular creator's share.
create or replace function wallet.move()
 returns trigger
 language plpgsql
 set enable_seqscan to off
 set enable_hashjoin to off
 set enable_mergejoin to off
as $$
declare
  reversal wallet.transfers;
  wrong text;
  reversals integer;
begin
  with side as materialized (
    select m.id, m.sign, m.payer, m.payee, m.amount, m.commission, m.balance_after,
      payer.floor is not null as from_wallet, payee.floor is not null as to_wallet,
      case
        when payer.id is null or payee.id is null then format('transfer %s is not between two accounts', m.id)
        when m.payer = 2 or m.payee = 2 then 'the commission account only takes commission'
        when m.payer = m.payee or payer.owner_id = payee.owner_id then 'nobody pays themselves'
        when payer.floor is not null and payee.floor is not null then 'a transfer locks one account at most'
        when payer.frozen and m.sign = 1 then 'the payer is frozen'
      end as wrong
    from moved m
    left join wallet.accounts payer on payer.id = m.payer
    left join wallet.accounts payee on payee.id = m.payee
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
  if reversals > 0 then
    for reversal in select * from moved m where m.sign = -1 order by m.reverses loop
      perform wallet.settle_reversal(reversal);
    end loop;
  end if;
  return null;
end $$;
