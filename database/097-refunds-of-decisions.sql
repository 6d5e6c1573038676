-- What a decision gave back of what people had paid: to how many, and how much in all, in hundredths of a token.
alter table reports.decisions
  add column refund_people integer not null default 0 check (refund_people >= 0),
  add column refund_amount bigint not null default 0 check (refund_amount >= 0),
  add constraint a_refund_has_its_people check ((refund_people = 0) = (refund_amount = 0));
