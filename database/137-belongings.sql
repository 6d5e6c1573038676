-- What is kept here of somebody, for them to take along: asked for once a day, and there for a week. Nothing is copied for it: it is read as it is fetched.
create schema belongings;

create table belongings.requests (
  account_id uuid primary key references accounts.accounts (id),
  asked_at timestamptz not null,
  -- Until when it can be fetched.
  ends_at timestamptz not null,
  constraint the_end_comes_later check (ends_at > asked_at)
);

create function belongings.guard_day() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  raise exception 'what is kept of somebody is asked for once a day' using errcode = 'restrict_violation', constraint = 'once_a_day';
end $$;
create trigger once_a_day before update on belongings.requests for each row
  when (new.asked_at < old.asked_at + interval '1 day') execute function belongings.guard_day();
