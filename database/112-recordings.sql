-- Shows that their performer wants kept as a video. Private shows never are: they belong to two people.
create table live.recordings (
  stream_id uuid primary key references live.streams (work_id),
  -- Whom the video is for, and its price in hundredths of a token, as they stood when the show was announced.
  audience text not null check (audience in ('free', 'followers', 'subscription', 'ppv')),
  price bigint not null default 0 check (price between 0 and 1000000000000),
  -- asked: taped while the show goes on. preparing: it is over, and its tapes become a film. made: the video is there. short: too little came to make one.
  -- withheld: staff ended the show, so it is kept for them alone. failed: nothing could be made of it.
  state text not null default 'asked' check (state in ('asked', 'preparing', 'made', 'short', 'withheld', 'failed')),
  video_id uuid unique references works.works (id),
  -- The process that tapes it, and until when it need not say so again.
  taken_by uuid,
  taken_until timestamptz,
  asked_at timestamptz not null,
  settled_at timestamptz check (settled_at >= asked_at),
  constraint only_what_is_sold_has_a_price check ((audience = 'ppv') = (price > 0)),
  constraint what_is_settled_has_its_time check ((state in ('asked', 'preparing')) = (settled_at is null)),
  constraint what_is_made_has_its_video check ((state = 'made') = (video_id is not null)),
  constraint who_takes_it_says_how_long check ((taken_by is null) = (taken_until is null))
);
create index recordings_to_settle on live.recordings (stream_id) where settled_at is null;

create function live.refuse_a_private_recording() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  if exists (select from live.streams where work_id = new.stream_id and type = 'private') then
    raise exception 'a private show is not recorded' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger a_private_show_is_not_recorded before insert or update of stream_id on live.recordings
  for each row execute function live.refuse_a_private_recording();

alter table live.profiles
  add column record boolean not null default false,
  -- Null: whom the show itself is for.
  add column record_audience text check (record_audience in ('free', 'followers', 'subscription', 'ppv')),
  add column record_price bigint check (record_price between 1 and 1000000000000);
