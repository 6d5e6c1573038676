-- The site's own pages and blog posts, one row each, with a text in every language that it stands in; and what the site puts forward of itself.
create schema pages;

create table pages.pages (
  id uuid primary key default uuidv7(),
  type text not null check (type in ('page', 'post')),
  -- One address in all languages, so that whoever changes theirs stays where they are.
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  position integer not null check (position between 0 and 1000),
  -- Where it is linked: at the foot of every page, in the menu of members.
  places text[] not null check (places <@ array['footer', 'account'] and cardinality(places) <= 2),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The papers stand in for the built-in ones, at addresses that are pages'.
  constraint papers_are_pages check (type = 'page' or slug not in ('terms', 'privacy'))
);

create table pages.texts (
  page_id uuid not null references pages.pages (id) on delete cascade,
  locale text not null check (locale in ('zh-TW', 'en-US')),
  title text not null check (length(title) between 1 and 120),
  -- As it was written, Markdown; what readers get is made of it, and cleaned, when it is read.
  content text not null check (length(content) <= 30000),
  -- How readers' content begins, without formatting: for lists, which read no content.
  summary text not null check (length(summary) <= 300),
  -- Null: a draft, which nobody but staff sees. Later than now: from then on.
  published_at timestamptz,
  primary key (page_id, locale)
);

create schema promos;

create table promos.promos (
  id uuid primary key default uuidv7(),
  type text not null check (type in ('image', 'html')),
  place text not null check (place in ('home', 'sidebar')),
  audience text not null check (audience in ('everyone', 'visitors', 'members')),
  -- Staff found nothing in it that should stay behind the age gate: visitors see no other.
  is_fit_for_all boolean not null,
  -- By language: {title, description}.
  texts jsonb not null check (jsonb_typeof(texts) = 'object' and texts <> '{}'::jsonb),
  -- A path of this site, or an address by https; empty: it leads nowhere.
  link text not null check (length(link) <= 500 and link ~ '^(|/([^/\\[:cntrl:]][^\\[:cntrl:]]*)?|https://[^\\[:cntrl:][:space:]]+)$'),
  file_id uuid references files.files (id),
  position integer not null check (position between 0 and 1000),
  is_active boolean not null,
  starts_at timestamptz,
  ends_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint picture_of_images check ((type = 'image') = (file_id is not null)),
  constraint promo_ends_later check (ends_at > starts_at),
  constraint visitors_see_what_is_fit check (audience <> 'visitors' or is_fit_for_all)
);
create index promos_of_file on promos.promos (file_id) where file_id is not null;

alter table files.files drop constraint files_purpose_check;
alter table files.files add constraint files_purpose_check
  check (purpose in ('photo', 'video', 'audio', 'thumbnail', 'teaser', 'download', 'avatar', 'cover', 'promo'));

create trigger page_changed after insert or delete or update or truncate on pages.pages
  for each statement execute function platform.note_page_change();
create trigger page_changed after insert or delete or update or truncate on pages.texts
  for each statement execute function platform.note_page_change();
create trigger page_changed after insert or delete or update or truncate on promos.promos
  for each statement execute function platform.note_page_change();
