-- What a performer offers, and time that somebody gave, are slices of their own. Indexes, constraints and grants go with their tables.
create schema offers;
alter table subscriptions.tiers set schema offers;
alter table subscriptions.promotions set schema offers;
alter table subscriptions.promotion_uses set schema offers;

create schema gifts;
alter table subscriptions.gifts set schema gifts;

-- Calls are kept under their names: one that is asked again gets its first answer, also when it was first asked before today.
update platform.idempotency
set call = case call
  when 'subscriptions.change' then 'renewals.change'
  when 'subscriptions.payWith' then 'renewals.payWith'
  when 'subscriptions.give' then 'gifts.give' end
where call in ('subscriptions.change', 'subscriptions.payWith', 'subscriptions.give');
