-- A message may answer an earlier line of the same conversation, and the one to whom it was said may react to it.
alter table messaging.messages
  -- The number of the line that it answers: numbers belong to one conversation, so that it is of this one, and grow, so that it is older.
  add column reply_to bigint,
  -- What the one to whom it was said makes of it. Nobody reacts to what they said themselves, so that there is one at most.
  add column reaction text,
  add constraint it_answers_a_line_of_its_conversation foreign key (conversation_id, reply_to) references messaging.messages (conversation_id, number),
  add constraint it_answers_what_was_said_before check (reply_to < number),
  add constraint a_reaction_is_one_of_a_few check (reaction in ('heart', 'applause', 'fire', 'laugh', 'wow', 'tear')),
  add constraint only_what_arrived_has_a_reaction check (reaction is null or arrived is not null);

drop trigger guard_said on messaging.messages;
create trigger guard_said before update on messaging.messages for each row
  when (new.change < old.change or (old.settled is not null and new.settled is distinct from old.settled and (old.settled, new.settled) <> ('earned', 'returned')) or (old.deleted_at is not null and new.deleted_at is distinct from old.deleted_at)
    or (old.arrived is not null and new.arrived is distinct from old.arrived)
    or (new.id, new.conversation_id, new.number, new.sender_id, new.client_id, new.sent_hash, new.author, new.type, new.amount, new.transfer_id, new.work_id, new.reply_to, new.created_at)
      is distinct from (old.id, old.conversation_id, old.number, old.sender_id, old.client_id, old.sent_hash, old.author, old.type, old.amount, old.transfer_id, old.work_id, old.reply_to, old.created_at))
  execute function messaging.guard_message();
