-- One free video of theirs greets whoever comes to a performer's page (calls.md section 0).
create table videos.welcomes (
  performer_id uuid primary key references accounts.accounts (id),
  work_id uuid not null references videos.videos (work_id),
  chosen_at timestamptz not null
);
create index welcomes_of_work on videos.welcomes (work_id);

-- Nobody greets by what another made.
create function videos.guard_welcome() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  if not exists (select from works.works w where w.id = new.work_id and w.creator_id = new.performer_id) then
    raise exception 'a welcome video is the performer''s own' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_own before insert or update on videos.welcomes for each row execute function videos.guard_welcome();

create trigger page_changed after insert or delete or update or truncate on videos.welcomes
  for each statement execute function platform.note_page_change();
