-- An inbox goes by the line that it shows, and by when that was said. Who deletes their newest line does not see it any more, and their inbox goes by
-- the one before: so what it goes by may move back, but only to a line that says so.
drop trigger guard_forward on messaging.conversations;
create trigger guard_forward before update on messaging.conversations for each row
  when (new.last_change < old.last_change or new.read_by_performer < old.read_by_performer or new.read_by_fan < old.read_by_fan
    or (new.id, new.kind, new.performer_id, new.fan_id) is distinct from (old.id, old.kind, old.performer_id, old.fan_id))
  execute function messaging.guard_conversation();

create function messaging.guard_activity() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  if coalesce(new.last_message_at, '-infinity') < coalesce(old.last_message_at, '-infinity')
    and new.last_message_at is distinct from (
      select m.created_at from messaging.messages m
      where m.conversation_id = new.id and (m.arrived is not null or m.sender_id = new.fan_id)
        and (m.deleted_by is null or m.sender_id is distinct from new.fan_id or m.deleted_by is distinct from m.sender_id)
      order by m.number desc limit 1)
    or coalesce(new.last_personal_at, '-infinity') < coalesce(old.last_personal_at, '-infinity')
    and new.last_personal_at is distinct from (
      select m.created_at from messaging.messages m
      where m.conversation_id = new.id and (m.arrived is not null or m.sender_id = new.performer_id)
        and (m.deleted_by is null or m.sender_id is distinct from new.performer_id or m.deleted_by is distinct from m.sender_id)
        and m.campaign_id is null and m.author = 'person'
      order by m.number desc limit 1)
  then
    raise exception 'what an inbox goes by moves back only to the line that it shows' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger guard_activity before update on messaging.conversations for each row
  when (coalesce(new.last_message_at, '-infinity') < coalesce(old.last_message_at, '-infinity')
    or coalesce(new.last_personal_at, '-infinity') < coalesce(old.last_personal_at, '-infinity'))
  execute function messaging.guard_activity();

-- Those in which somebody deleted lines of their own before.
update messaging.conversations c set last_personal_at = (
  select m.created_at from messaging.messages m
  where m.conversation_id = c.id and (m.arrived is not null or m.sender_id = c.performer_id)
    and (m.deleted_by is null or m.sender_id <> c.performer_id or m.deleted_by <> m.sender_id) and m.campaign_id is null and m.author = 'person'
  order by m.number desc limit 1)
where c.kind = 'private' and c.last_personal_at is not null and exists (
  select from messaging.messages m where m.conversation_id = c.id and m.sender_id = c.performer_id and m.deleted_by = m.sender_id);
update messaging.conversations c set last_message_at = (
  select m.created_at from messaging.messages m
  where m.conversation_id = c.id and (m.arrived is not null or m.sender_id = c.fan_id)
    and (m.deleted_by is null or m.sender_id <> c.fan_id or m.deleted_by <> m.sender_id)
  order by m.number desc limit 1)
where c.kind = 'private' and c.last_message_at is not null and exists (
  select from messaging.messages m where m.conversation_id = c.id and m.sender_id = c.fan_id and m.deleted_by = m.sender_id);
