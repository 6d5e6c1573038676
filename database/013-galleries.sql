create schema galleries;

-- A container of photos, free or for a price: the half of a work that is a gallery.
create table galleries.galleries (
  work_id uuid primary key references works.works (id),
  description text not null default '' check (length(description) <= 5000),
  -- a photo of it; without one, the first
  cover_photo_id uuid,
  -- it was to be shown and had no photo yet: it goes out with its first one
  publish_when_ready boolean not null default false
);

create table galleries.photos (
  id uuid primary key default uuidv7(),
  work_id uuid not null references galleries.galleries (work_id),
  file_id uuid not null references files.files (id),
  title text not null default '' check (length(title) <= 200),
  description text not null default '' check (length(description) <= 2000),
  is_active boolean not null default true,
  position integer not null,
  created_at timestamptz not null,
  constraint a_photo_of_a_gallery unique (work_id, id),
  constraint a_photo_once_a_gallery unique (work_id, file_id)
);
create index photos_of_gallery on galleries.photos (work_id, position, id);
create index photos_of_file on galleries.photos (file_id);

alter table galleries.galleries
  add constraint the_cover_is_of_this_gallery foreign key (work_id, cover_photo_id) references galleries.photos (work_id, id)
    on delete set null (cover_photo_id);
