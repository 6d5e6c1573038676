-- What a single month cost when a longer time was bought: a fan who ends that by a block of their own pays the months that have begun by it. For what
-- was bought before, the price that is listed now.
alter table subscriptions.periods add column month_price bigint check (month_price > 0);
update subscriptions.periods p set month_price = coalesce(
  (select t.monthly_price from subscriptions.tiers t where t.id = p.tier_id and t.currency = p.currency),
  (select f.monthly_price from subscriptions.subscriptions s join profiles.performers f on f.account_id = s.performer_id
   where s.id = p.subscription_id and f.currency = p.currency),
  p.price);
alter table subscriptions.periods alter column month_price set not null;
