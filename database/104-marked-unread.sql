-- Whoever read a conversation may want it to be unread again: a mark of their own, because what was read stays read (and paid). It counts as one unread line,
-- and an inbox finds both alike.
alter table messaging.conversations
  add column marked_unread_by_performer_at timestamptz,
  add column marked_unread_by_fan_at timestamptz;
drop index messaging.unread_by_performer;
drop index messaging.unread_by_fan;
create index unread_by_performer on messaging.conversations (performer_id, last_message_at desc, id desc)
  where kind = 'private' and (last_of_fan > read_by_performer or marked_unread_by_performer_at is not null);
create index unread_by_fan on messaging.conversations (fan_id, last_message_at desc, id desc)
  where last_of_performer > read_by_fan or marked_unread_by_fan_at is not null;
