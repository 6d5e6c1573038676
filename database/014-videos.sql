create schema videos;

-- A video with a page of its own: the half of a work that is a video.
create table videos.videos (
  work_id uuid primary key references works.works (id),
  description text not null default '' check (length(description) <= 5000),
  -- it was to be shown and its footage was not processed yet: it goes out once that is
  publish_when_ready boolean not null default false
);

-- Whoever is taken out of a work and named again is not asked again: their answer stands. They are told once, when it is no draft any more.
alter table works.participants
  add column is_named boolean not null default true,
  add column told_at timestamptz;
