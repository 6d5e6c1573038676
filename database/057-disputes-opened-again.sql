-- What a bank decided is not always the end: a dispute that was won is opened again, and may be lost. Until now a win counted for ever.
alter table payments.disputes
  -- how often it was open or lost again after it had been decided otherwise: each time tokens may come back anew
  add column reopened integer not null default 0 check (reopened between 0 and 99),
  -- staff let the wallet go without waiting for the bank: what stays open there freezes nothing any more
  add column let_go boolean not null default false,
  -- since when we know of it what stands here, by our clock: an answer of the provider's from before then is old
  add column stated_at timestamptz;

update payments.disputes set
  lost_at = case when won_at is null then lost_at end,
  stated_at = coalesce(won_at, lost_at, opened_at);

alter table payments.disputes
  alter column stated_at set not null,
  add constraint decided_one_way check (won_at is null or lost_at is null);
