-- Asked once a night, written by every payment: rows arrive in the order of their age, so a look at whole ranges finds the old ones.
drop index platform.idempotency_age;
create index idempotency_age on platform.idempotency using brin (created_at);
