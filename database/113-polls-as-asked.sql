-- Against plain SQL, too: no option joins a poll that people voted in, and no vote is older than its poll.

create function live.check_option() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  -- Nobody votes while it is looked at.
  perform from live.polls p where p.id = new.poll_id and p.ended_at is null for update;
  if not found or exists (select from live.votes v where v.poll_id = new.poll_id) then
    raise exception 'the options of a poll are those that it was asked with' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger check_asked before insert on live.poll_options for each row execute function live.check_option();

create or replace function live.check_vote() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  perform from live.polls p join live.streams s on s.work_id = p.stream_id
  where p.id = new.poll_id and p.ended_at is null and p.made_at <= new.voted_at and (p.expires_at is null or p.expires_at > new.voted_at)
    and s.status = 'live' and s.performer_id <> new.account_id
  for share of p;
  if not found then
    raise exception 'a vote is given while its poll runs, by whoever watches' using errcode = 'check_violation';
  end if;
  return new;
end $$;
