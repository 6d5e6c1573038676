-- Few messages move tokens, and only those have a transfer: the others took a place in its index for nothing, each time one was written.
create unique index one_message_a_transfer on messaging.messages (transfer_id) where transfer_id is not null;
alter table messaging.messages drop constraint messages_transfer_id_key;
