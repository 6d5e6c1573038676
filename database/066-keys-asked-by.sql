-- Foreign keys that are asked by, and that no index began with (database/foreign-keys.test.ts).

-- A performer's tiers, on their page.
create index tiers_of_performer on subscriptions.tiers (performer_id);

-- How many subscribers' running time is of a tier, on the same page.
create index periods_of_tier on subscriptions.periods (tier_id, ends_at) where tier_id is not null;

-- What renews by the agreement of a payment, before its card is taken away.
create index subscriptions_of_agreement on subscriptions.subscriptions (rebills_transaction_id) where rebills_transaction_id is not null;
