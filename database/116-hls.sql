-- Streams for whoever cannot watch by WebRTC, and the picture on a live card (docs/adr/0022).

-- Whose page asked for a stream by HLS, and when last: how many watch so, and whether it has to be made at all. What is an hour old is removed.
create table live.hls_viewers (
  stream_id uuid not null references live.streams (work_id),
  account_id uuid not null references accounts.accounts (id),
  -- Staff, and its performer: they are counted nowhere.
  is_unseen boolean not null,
  asked_at timestamptz not null,
  primary key (stream_id, account_id)
);
create index hls_viewers_by_time on live.hls_viewers (asked_at);

-- Who makes which stream's segments now. One process has a stream in hand and says so again and again; who stops saying so is followed by another.
create table live.hls_runs (
  stream_id uuid primary key references live.streams (work_id),
  -- Drawn: the names of its files begin with it. Each beginning has another one.
  run text not null unique check (run ~ '^[0-9a-f]{32}$'),
  -- Since when there is enough of it to begin with.
  ready_at timestamptz,
  taken_by uuid not null,
  taken_until timestamptz not null
);

-- Of what is paid for by the minute no minute goes by that is not counted, and segments are counted by nobody.
create function live.refuse_uncounted_minutes() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  if exists (select from live.streams where work_id = new.stream_id and type in ('group', 'private')) then
    raise exception 'a show paid for by the minute has no segments' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger minutes_are_counted before insert or update of stream_id on live.hls_viewers for each row execute function live.refuse_uncounted_minutes();
create trigger minutes_are_counted before insert or update of stream_id on live.hls_runs for each row execute function live.refuse_uncounted_minutes();

-- The picture on its card: when it was tried last, and when there was one. No other show leaves a picture behind than one that is for every adult.
alter table live.streams
  add column snapshot_tried_at timestamptz,
  add column snapshot_at timestamptz,
  add constraint only_a_public_stream_is_on_its_card check (type = 'public' or (snapshot_tried_at is null and snapshot_at is null));
