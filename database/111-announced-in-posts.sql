-- An announced stream stands in the feed as a post of its own; and whoever holds a ticket is told when it begins.
alter table live.streams
  add column post_id uuid unique references feeds.posts (work_id),
  -- Everybody who holds a ticket was told that it began.
  add column holders_told_at timestamptz;
create index streams_to_tell_of on live.streams (started_at, work_id) where status = 'live' and type = 'ticket' and holders_told_at is null;
