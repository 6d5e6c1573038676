-- Whatever was agreed in money says in which currency: the site may change its own, and a number alone would then be charged in the new one. What is
-- there already was said in the currency that the site counts in now; a paid period has the one of its subscription.
do $$
declare
  of_site constant text := coalesce((select value #>> '{}' from settings.settings where key = 'currency'), 'USD');
  each text;
begin
  foreach each in array array['profiles.performers', 'subscriptions.tiers', 'packages.packages', 'coupons.coupons', 'refills.refills', 'refills.runs'] loop
    execute format('alter table %s add column currency text not null default %L check (currency ~ ''^[A-Z]{3}$'')', each, of_site);
    execute format('alter table %s alter column currency drop default', each);
  end loop;
end $$;

alter table subscriptions.periods add column currency text check (currency ~ '^[A-Z]{3}$');
update subscriptions.periods p set currency = s.currency from subscriptions.subscriptions s where s.id = p.subscription_id;
alter table subscriptions.periods alter column currency set not null;

alter table refills.refills drop constraint refills_stopped_reason_check;
alter table refills.refills add constraint refills_stopped_reason_check
  check (stopped_reason in ('declined', 'card_unavailable', 'package_gone', 'too_small', 'over_limit', 'other_currency'));
