-- Staff look through everybody's payments, newest first.
create index transactions_newest on payments.transactions (created_at desc, id desc);
