-- Footage, sound and things to download join the pictures. A purpose says what a file may be used for, and not by which kind of work:
-- a photo of the vault may stand in a post and in a gallery.
alter table files.files drop constraint files_purpose_check;
update files.files set purpose = 'photo' where purpose = 'feed-photo';
alter table files.files
  add constraint files_purpose_check
    check (purpose in ('photo', 'video', 'audio', 'thumbnail', 'teaser', 'download', 'avatar', 'cover')),
  -- what its sender called it: shown to its owner, and the name of a download; never a path
  add column name text not null default '' check (length(name) <= 200),
  add column duration_ms integer check (duration_ms > 0),
  -- what a player needs to know beside the renditions: {"hls": […], "teaser": {…}, "sprite": {…}, "peaks": […]}
  add column facts jsonb not null default '{}',
  -- why nothing was made of it, where status is error
  add column failure text check (failure in ('unreadable', 'blocked', 'too_long')),
  drop constraint finished_is_whole,
  add constraint finished_is_whole check (
    status <> 'finished' or purpose = 'download' or (purpose = 'audio' and duration_ms is not null)
    or (width is not null and height is not null and blur is not null));
create index files_of_owner_by_purpose on files.files (owner_id, purpose, created_at desc, id desc);

-- Renditions with a viewer's name drawn on, kept for some days: what storage has of them, so that it can be taken away again.
create table files.marks (
  key text primary key,
  file_id uuid not null references files.files (id),
  made_at timestamptz not null
);
create index marks_of_file on files.marks (file_id);
create index marks_oldest on files.marks (made_at);

-- Uploads in pieces (tus): whose each is, while its pieces lie in the data folder. An upload that has become a file has that file's id.
create schema uploads;
create table uploads.unfinished (
  id uuid primary key,
  owner_id uuid not null,
  purpose text not null check (purpose in ('photo', 'video', 'audio', 'teaser', 'download')),
  name text not null check (length(name) <= 200),
  bytes bigint not null check (bytes > 0),
  finished_at timestamptz,
  created_at timestamptz not null
);
create index unfinished_of_owner on uploads.unfinished (owner_id) where finished_at is null;
create index unfinished_oldest on uploads.unfinished (created_at);
