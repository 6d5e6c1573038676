-- Who froze a wallet by the word of staff, since when and why; and who let it go again.
create table wallet.holds (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references accounts.accounts (id),
  reason text not null check (length(reason) between 1 and 1000),
  held_by uuid not null references accounts.accounts (id),
  held_at timestamptz not null,
  let_go_by uuid references accounts.accounts (id),
  let_go_at timestamptz,
  constraint let_go_is_whole check ((let_go_by is null) = (let_go_at is null))
);
create unique index one_hold_at_a_time on wallet.holds (owner_id) where let_go_at is null;
create trigger guard_update before update on wallet.holds for each row
  when (old.let_go_at is not null or (old.owner_id, old.reason, old.held_by, old.held_at) is distinct from (new.owner_id, new.reason, new.held_by, new.held_at))
  execute function wallet.refuse_change('a hold is let go once, and stays as it was');
create trigger guard_delete before delete on wallet.holds for each row execute function wallet.refuse_change('holds stay');

-- Those of before stand in the audit log.
insert into wallet.holds (owner_id, reason, held_by, held_at)
select a.owner_id, e.detail ->> 'reason', e.actor_id, e.created_at
from wallet.accounts a
cross join lateral (
  select * from audit.entries e
  where e.subject_kind = 'account' and e.subject_id = a.owner_id::text and e.action = 'admin.wallet_frozen'
  order by e.created_at desc, e.id desc limit 1
) e
where a.held;

-- A held wallet says who and why, and a hold holds: at the commit, because two rows say it.
create function wallet.guard_held() returns trigger language plpgsql as $$
begin
  if exists (select from wallet.accounts a where a.owner_id = new.owner_id and a.kind = 'wallet' and a.held)
    <> exists (select from wallet.holds h where h.owner_id = new.owner_id and h.let_go_at is null) then
    raise exception 'a held wallet says who held it, and why' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
-- Of a balance that moves this asks nothing: only who writes `held` is asked.
create constraint trigger guard_held after update of held on wallet.accounts deferrable initially deferred for each row
  execute function wallet.guard_held();
create constraint trigger guard_new_held after insert on wallet.accounts deferrable initially deferred for each row
  when (new.held) execute function wallet.guard_held();
create constraint trigger guard_hold after insert or update on wallet.holds deferrable initially deferred for each row
  execute function wallet.guard_held();
