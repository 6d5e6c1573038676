-- A dispute that the bank decided for the payer is over: the money stays gone, and nothing waits for it any more. Until now it counted as
-- open for ever, so that the wallet stayed frozen also after its debt was paid or another dispute was won.
alter table payments.transactions
  add column dispute_lost_at timestamptz,
  add constraint what_was_decided_was_disputed check (disputed_at is not null or (dispute_won_at is null and dispute_lost_at is null));

alter table payments.sandbox_checkouts
  drop constraint sandbox_checkouts_dispute_check,
  add constraint sandbox_checkouts_dispute_check check (dispute in ('open', 'won', 'lost'));
