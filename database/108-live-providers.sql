-- Picture and sound may be carried by somebody else than the engine that comes along: LiveKit or Agora. A stream keeps whoever carries it from its
-- beginning to its end, whatever the office chooses meanwhile.

alter table live.streams
  add column provider text not null default 'embedded' check (provider in ('embedded', 'livekit', 'agora')),
  -- When there was nothing of it there any more. The engine that comes along keeps nothing.
  add column provider_closed_at timestamptz,
  add constraint only_what_ended_is_closed check (provider_closed_at is null or (status = 'ended' and provider <> 'embedded')),
  -- Agora shows who is there and not whether anything reaches them: nobody pays it by the minute.
  add constraint minutes_are_shown_by_who_carries_them check (provider <> 'agora' or type not in ('group', 'private'));
create index streams_to_close on live.streams (provider, ended_at) where status = 'ended' and provider <> 'embedded' and provider_closed_at is null;

create function live.guard_provider() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  raise exception 'a stream keeps whoever carries it' using errcode = 'restrict_violation';
end $$;
create trigger guard_provider before update on live.streams for each row
  when (new.provider <> old.provider and old.status <> 'scheduled') execute function live.guard_provider();

-- Who was let in where somebody else carries a stream, under which name, and whether they are there by that provider's word.
create table live.presences (
  stream_id uuid not null references live.streams (work_id),
  -- Whose picture it is: the performer's, or that of the guest of a private show.
  side text not null check (side in ('performer', 'guest')),
  -- As the provider knows them. It says nothing of who they are: others in the room may read it.
  name text not null check (char_length(name) between 1 and 64),
  account_id uuid not null references accounts.accounts (id),
  part text not null check (part in ('sends', 'watches', 'looks_on')),
  -- Until when what they were given opens it.
  admitted_until timestamptz not null,
  -- They were put out: the name opens nothing for them any more.
  put_out_at timestamptz,
  is_there boolean not null default false,
  -- The connection that they are there by.
  session text check (char_length(session) between 1 and 100),
  -- What they send.
  tracks text[] not null default '{}',
  -- When it changed last, by the provider's clock; when that was heard, and when it was said last that they are there, by ours.
  changed_at timestamptz,
  heard_at timestamptz,
  confirmed_at timestamptz,
  primary key (stream_id, side, name),
  constraint who_is_there_was_seen check (not is_there or (session is not null and confirmed_at is not null)),
  constraint only_who_is_there_sends check (is_there or cardinality(tracks) = 0)
);
create index presences_of_account on live.presences (account_id);
create index presences_there on live.presences (stream_id) where is_there;

-- How long a provider showed somebody as there while the performer's picture came, counted between two looks that both showed it.
create table live.flows (
  stream_id uuid not null references live.streams (work_id),
  account_id uuid not null references accounts.accounts (id),
  flowed_ms bigint not null default 0 check (flowed_ms >= 0),
  -- The look that showed it last; null: it does not flow now.
  flowing_at timestamptz,
  primary key (stream_id, account_id)
);
create index flows_of_account on live.flows (account_id);

-- What a provider said, by its own name for it: each is heard once. Rows go when nobody could say it again.
create table live.provider_events (
  provider text not null check (provider in ('livekit', 'agora')),
  id text not null check (char_length(id) between 1 and 200),
  heard_at timestamptz not null,
  primary key (provider, id)
);
create index provider_events_by_age on live.provider_events (heard_at);
