-- How far the other one is told that somebody read: as far as they read, but for what they read behind a block, which is theirs alone.
alter table messaging.conversations
  add column told_read_by_performer bigint not null default 0,
  add column told_read_by_fan bigint not null default 0;
update messaging.conversations set told_read_by_performer = read_by_performer, told_read_by_fan = read_by_fan;
alter table messaging.conversations
  add constraint nobody_is_told_of_what_was_not_read check (
    told_read_by_performer between 0 and read_by_performer and told_read_by_fan between 0 and read_by_fan);
create trigger guard_told before update of told_read_by_performer, told_read_by_fan on messaging.conversations for each row
  when (new.told_read_by_performer < old.told_read_by_performer or new.told_read_by_fan < old.told_read_by_fan)
  execute function messaging.guard_conversation();
