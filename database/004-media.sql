-- Bytes that people uploaded and what was derived from them.
create schema files;

create table files.files (
  id uuid primary key default uuidv7(),
  -- an account's id; media stands below people and asks nothing of them
  owner_id uuid not null,
  -- what it may be used for: a feed's photo, a public preview, a face, a cover
  purpose text not null check (purpose in ('feed-photo', 'thumbnail', 'avatar', 'cover')),
  status text not null default 'created' check (status in ('created', 'processing', 'finished', 'error')),
  progress integer not null default 0 check (progress between 0 and 100),
  media_type text not null,
  bytes bigint not null check (bytes > 0),
  sha256 text not null,
  width integer check (width > 0),
  height integer check (height > 0),
  -- renditions by name: {"large": {"key": …, "width": …, "height": …, "bytes": …}, "thumbnail": …}
  renditions jsonb not null default '{}',
  -- a tiny blurred picture as a data URL: all that someone without a right ever gets
  blur text,
  -- who works on it now began then: work that died with its process is taken up again
  claimed_at timestamptz,
  created_at timestamptz not null,
  constraint finished_is_whole check (status <> 'finished' or (width is not null and height is not null and blur is not null))
);
create index files_of_owner on files.files (owner_id, created_at desc);
create index files_unfinished on files.files (created_at) where status in ('created', 'processing');
