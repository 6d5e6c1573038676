-- A longer time costs no less than a shorter one: otherwise nobody who reads would buy the shorter. What was saved before is put in order by taking
-- the dearer bundle off sale, and a year that costs less than a month; who has one keeps it at the price agreed to.
update profiles.performers set yearly_price = null where yearly_price < monthly_price;
update profiles.performers set six_month_price = null where six_month_price > yearly_price or six_month_price < monthly_price;
update profiles.performers set three_month_price = null where three_month_price > least(six_month_price, yearly_price) or three_month_price < monthly_price;
alter table profiles.performers add constraint longer_costs_no_less check (
  monthly_price <= least(three_month_price, six_month_price, yearly_price)
  and three_month_price <= least(six_month_price, yearly_price) and six_month_price <= yearly_price);

update subscriptions.tiers set yearly_price = null where yearly_price < monthly_price;
update subscriptions.tiers set six_month_price = null where six_month_price > yearly_price or six_month_price < monthly_price;
update subscriptions.tiers set three_month_price = null where three_month_price > least(six_month_price, yearly_price) or three_month_price < monthly_price;
alter table subscriptions.tiers add constraint longer_costs_no_less check (
  monthly_price <= least(three_month_price, six_month_price, yearly_price)
  and three_month_price <= least(six_month_price, yearly_price) and six_month_price <= yearly_price);
