-- A performer asks whoever watches: one question at a time in a show, one vote a person, which is never changed.

create table live.polls (
  id uuid primary key default uuidv7(),
  stream_id uuid not null references live.streams (work_id),
  question text not null default '' check (char_length(question) <= 200),
  expires_at timestamptz check (expires_at > made_at),
  made_at timestamptz not null,
  -- Ended by hand, with its show, or noted when the next one began.
  ended_at timestamptz check (ended_at >= made_at)
);
create unique index one_poll_at_once on live.polls (stream_id) where ended_at is null;
create index polls_of_stream on live.polls (stream_id, made_at desc, id desc);

create table live.poll_options (
  id uuid primary key default uuidv7(),
  poll_id uuid not null references live.polls (id),
  position integer not null check (position between 0 and 9),
  description text not null check (char_length(description) between 1 and 200),
  constraint one_option_a_place_in_a_poll unique (poll_id, position),
  unique (poll_id, id)
);

create table live.votes (
  poll_id uuid not null,
  account_id uuid not null references accounts.accounts (id),
  option_id uuid not null,
  voted_at timestamptz not null,
  constraint one_vote_a_person_in_a_poll primary key (poll_id, account_id),
  constraint the_option_is_of_this_poll foreign key (poll_id, option_id) references live.poll_options (poll_id, id)
);
create index live_votes_of_option on live.votes (option_id);

create function live.guard_poll() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  raise exception 'a poll stays as it was asked, and a vote as it was given' using errcode = 'restrict_violation';
end $$;
create trigger guard_asked before update on live.polls for each row
  when ((new.id, new.stream_id, new.question, new.made_at) is distinct from (old.id, old.stream_id, old.question, old.made_at)
    or new.expires_at is distinct from old.expires_at or (old.ended_at is not null and new.ended_at is distinct from old.ended_at))
  execute function live.guard_poll();
create trigger guard_kept before delete on live.polls for each row execute function live.guard_poll();
create trigger guard_truncate before truncate on live.polls for each statement execute function live.guard_poll();
create trigger guard_asked before update or delete on live.poll_options for each row execute function live.guard_poll();
create trigger guard_truncate before truncate on live.poll_options for each statement execute function live.guard_poll();
create trigger guard_given before update or delete on live.votes for each row execute function live.guard_poll();
create trigger guard_truncate before truncate on live.votes for each statement execute function live.guard_poll();

-- Against plain SQL, too: a vote is given while its poll runs, in a show that is live, and not by whose show it is.
create function live.check_vote() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  perform from live.polls p join live.streams s on s.work_id = p.stream_id
  where p.id = new.poll_id and p.ended_at is null and (p.expires_at is null or p.expires_at > new.voted_at)
    and s.status = 'live' and s.performer_id <> new.account_id
  for share of p;
  if not found then
    raise exception 'a vote is given while its poll runs, by whoever watches' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger check_given before insert on live.votes for each row execute function live.check_vote();
