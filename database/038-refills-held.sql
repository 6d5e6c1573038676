-- A refill is held to the rules of the day when it runs, and not only when it is saved: a pack that brings less than the wallet wants, or costs more
-- than a month may, stops it.
alter table refills.refills drop constraint refills_stopped_reason_check;
alter table refills.refills add constraint refills_stopped_reason_check
  check (stopped_reason in ('declined', 'card_unavailable', 'package_gone', 'too_small', 'over_limit'));
