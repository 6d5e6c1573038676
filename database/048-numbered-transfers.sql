-- What is not linked yet is found by the transfers' own numbers. It was found by the time in their ids: one that was dated a day ahead,
-- by a clock that had jumped, left everything after it unlinked for good. Numbers are in no hash (docs/adr/0006).
alter table wallet.transfers
  add column number bigint generated always as identity,
  add constraint transfer_is_numbered_once unique (number);

-- How far the chain has come, in numbers of transfers. Numbers are drawn in order and committed in any: what is below the newest linked
-- one may still arrive. So `through` follows only when everybody who was writing has ended.
create table proofs.progress (
  is_only boolean primary key default true check (is_only),
  -- Each transfer up to here that there is, or ever will be, stands in a closed day …
  closed bigint not null default 0 check (closed >= 0),
  -- … and up to here is linked.
  through bigint not null default 0,
  -- The newest number when it was last looked at, and the transactions that were writing transfers then.
  newest bigint not null default 0,
  writing text[] not null default '{}',
  constraint one_after_the_other check (closed <= through and through <= newest)
);
insert into proofs.progress default values;
create trigger guard_delete before delete on proofs.progress for each row execute function proofs.refuse_change();
create trigger guard_truncate before truncate on proofs.progress execute function proofs.refuse_change();
