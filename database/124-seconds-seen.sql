-- How long a stream's picture came, and not when it came first: a show of four seconds and an empty hour was none (calls.md section 13).
alter table live.streams
  add column seen_at timestamptz,
  add column seen_ms bigint not null default 0 check (seen_ms >= 0);
update live.streams set seen_at = coalesce(ended_at, last_beat_at), seen_ms = greatest(0, extract(epoch from coalesce(ended_at, last_beat_at) - first_seen_at) * 1000)::bigint
  where first_seen_at is not null;
alter table live.streams
  add constraint what_was_seen_began_to_be check ((first_seen_at is null) = (seen_at is null)),
  add constraint nothing_counts_that_nobody_saw check (seen_ms = 0 or first_seen_at is not null);
