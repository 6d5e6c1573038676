-- By which kept card a subscription is paid next, where its fan has chosen another than the one that paid last.
alter table subscriptions.subscriptions add column card_id uuid references payments.cards (id);
create index subscriptions_of_card on subscriptions.subscriptions (card_id) where card_id is not null;
