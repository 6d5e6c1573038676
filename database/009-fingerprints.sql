-- What files look like, kept before anything is published, so that what was removed cannot come back.
create schema fingerprints;

-- exact: SHA-256 of the bytes that were sent. block: 256 bits of what is seen, of the picture, of its mirror image and of crops,
-- or of a frame of footage.
create table fingerprints.prints (
  file_id uuid not null references files.files (id) on delete cascade,
  kind text not null check (kind in ('exact', 'block')),
  variant text not null check (length(variant) <= 40),
  bits bit varying(256) not null check (length(bits) = 256),
  primary key (file_id, kind, variant)
);
create index prints_exact on fingerprints.prints (bits) where kind = 'exact';

-- What may not come in: of works that staff removed, or from lists of others.
create table fingerprints.blocked (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('exact', 'block')),
  bits bit varying(256) not null check (length(bits) = 256),
  -- 'removed', or the name of an outside list
  source text not null check (length(source) between 1 and 80),
  -- the work that was removed, where it was one
  work_id uuid,
  created_at timestamptz not null,
  unique (kind, bits, source)
);
create index blocked_exact on fingerprints.blocked (bits) where kind = 'exact';

-- Every match: who tried to bring what in, and what it matched. Staff look at it (COMPLIANCE.md 17).
create table fingerprints.matches (
  id uuid primary key default uuidv7(),
  file_id uuid not null,
  owner_id uuid not null,
  blocked_id uuid not null references fingerprints.blocked (id),
  distance integer not null check (distance between 0 and 256),
  created_at timestamptz not null
);
create index matches_newest on fingerprints.matches (created_at desc);
