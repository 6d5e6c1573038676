-- What was refused as a mismatch does not use up the name of the right one: CCBill names no event, so both may have one name.
alter table payments.gateway_events
  drop constraint heard_once,
  add constraint heard_once primary key (gateway, event_id, is_mismatch);
