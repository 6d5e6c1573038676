-- Messages lie in the order of their ids, and inboxes in the order of what they show.

-- What is walked through by id has ids that begin with their time. Those that were made otherwise before stay: what is held of them (a hold's reference,
-- a request's delivery) names them. So a trigger, and no check, which would refuse their next change.
create trigger guard_order before insert on messaging.messages for each row
  when (uuid_extract_version(new.id) is distinct from 7) execute function messaging.guard_message();

-- A sweep whose mark such an id has taken along to the end of all ids begins anew, as at its first look.
delete from notifications.sweeps where uuid_extract_version(reached) is distinct from 7;
alter table notifications.sweeps add constraint a_mark_has_its_time check (uuid_extract_version(reached) = 7);
