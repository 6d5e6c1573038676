-- Photos, films and sound in messages (docs/adr/0014). What a performer sends is a work, so that its receipt, its review and its takedown are those of
-- all works; what a fan sends stands beside the message.
insert into works.kinds (name) values ('message');

alter table messaging.messages
  add column work_id uuid references works.works (id),
  -- The change from which the other one has it: its number where it arrives at once, null while it waits for review or for its film.
  add column arrived bigint;
update messaging.messages set arrived = number;
alter table messaging.messages
  add constraint it_arrives_once_it_is_there check (arrived between number and change),
  add constraint only_a_work_waits check (arrived is not null or work_id is not null),
  drop constraint messages_type_check,
  add constraint messages_type_check check (type in ('text', 'photo', 'video', 'audio', 'tip')),
  add constraint a_work_is_no_line_of_text check (work_id is null or (type in ('photo', 'video', 'audio') and amount = 0));
-- Many messages may carry the same work: whether somebody was sent it is asked by their conversations.
create index messages_of_work on messaging.messages (work_id, conversation_id) where work_id is not null;
-- Those that arrived later than they were sent: what is unread is counted by arrival, and nearly all arrive at once.
create index arrived_later on messaging.messages (conversation_id, arrived) where arrived <> number;

drop trigger guard_said on messaging.messages;
create trigger guard_said before update on messaging.messages for each row
  when (new.change < old.change or (old.settled is not null and new.settled is distinct from old.settled and (old.settled, new.settled) <> ('earned', 'returned')) or (old.deleted_at is not null and new.deleted_at is distinct from old.deleted_at)
    or (old.arrived is not null and new.arrived is distinct from old.arrived)
    or (new.id, new.conversation_id, new.number, new.sender_id, new.client_id, new.sent_hash, new.author, new.type, new.amount, new.transfer_id, new.work_id, new.created_at)
      is distinct from (old.id, old.conversation_id, old.number, old.sender_id, old.client_id, old.sent_hash, old.author, old.type, old.amount, old.transfer_id, old.work_id, old.created_at))
  execute function messaging.guard_message();

-- What a fan sent with a message.
create table messaging.message_files (
  message_id uuid not null references messaging.messages (id),
  file_id uuid not null references files.files (id),
  position integer not null check (position between 0 and 19),
  primary key (message_id, file_id)
);
create index messages_of_file on messaging.message_files (file_id);
create trigger guard_kept before update or delete on messaging.message_files for each row execute function messaging.guard_message();
create trigger guard_truncate before truncate on messaging.message_files for each statement execute function messaging.guard_message();
