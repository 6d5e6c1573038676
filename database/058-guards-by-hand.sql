-- More that plain SQL got past.

-- `overriding system value` gave a transfer any number: the largest ended the chain for good, the next one failed the next buyer's sale. The
-- number of a row is drawn right before this is asked.
create trigger guard_number before insert on wallet.transfers for each row
  when (new.number is distinct from currval('wallet.transfers_number_seq'))
  execute function wallet.refuse_change('a transfer’s number is drawn, not given');

-- How far the chain has come follows from what there is: one update by hand left every later transfer unlinked.
create function proofs.guard_progress() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (new.closed < old.closed) or (new.through < old.through) or (new.newest < old.newest) then
    raise exception 'the chain does not go back' using errcode = 'restrict_violation';
  end if;
  if new.newest > old.newest and new.newest > (select coalesce(max(t.number), 0) from wallet.transfers t) then
    raise exception 'the chain comes no further than there are transfers' using errcode = 'restrict_violation';
  end if;
  -- Looked up one by one: a plan that reads all links reads years.
  if new.through > old.through and exists (
    select from wallet.transfers t
    left join lateral (select true as is_there from proofs.links l where l.transfer = t.id limit 1) link on true
    where t.number > old.through and t.number <= new.through and link.is_there is null
  ) then
    raise exception 'the chain passes no transfer that is not linked' using errcode = 'restrict_violation';
  end if;
  if new.closed > old.closed and exists (
    select from proofs.links l cross join lateral (select t.number from wallet.transfers t where t.id = l.transfer limit 1) open
    where l.position > coalesce((select max(r.last) from proofs.roots r), 0) and open.number <= new.closed
  ) then
    raise exception 'a transfer is closed with its day' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_update before update on proofs.progress for each row execute function proofs.guard_progress();
