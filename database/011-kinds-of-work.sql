-- Galleries, videos and products join the posts; what all kinds share moves from posts to works.
alter table works.works
  drop constraint works_kind_check,
  add constraint works_kind_check check (kind in ('feed', 'gallery', 'video', 'product')),
  -- what is in it; filters and the timeline's lists ask for it
  add column medium text not null default 'text' check (medium in ('text', 'photo', 'video', 'audio', 'stream', 'goods')),
  add column tags text[] not null default '{}' check (cardinality(tags) <= 20),
  -- what it is found by beside its title: only what readers without a right may read. The kind writes it.
  add column words text not null default '' check (length(words) <= 12000),
  -- a readable address, for the kinds that have a page of their own
  add column slug text unique check (length(slug) between 1 and 100);

update works.works w
set medium = p.type, tags = p.tags, words = p.tagline || case when p.type = 'text' and w.audience <> 'free' then '' else E'\n' || p.text end
from feeds.posts p where p.work_id = w.id;
alter table works.works alter column medium drop default;
alter table feeds.posts drop column type, drop column tags, drop column participant_ids;

drop index works.works_shown;
create index works_shown on works.works (creator_id, published_at desc, id desc) include (kind, medium, audience, expires_at)
  where state = 'active' and deleted_at is null;
drop index works.works_free;
create index works_free on works.works (kind, published_at desc, id desc) include (medium, creator_id, expires_at)
  where state = 'active' and deleted_at is null and audience = 'free';
create index works_free_by_medium on works.works (kind, medium, published_at desc, id desc) include (creator_id, expires_at)
  where state = 'active' and deleted_at is null and audience = 'free';
create index works_by_kind on works.works (kind, published_at desc, id desc) include (medium, creator_id, audience, expires_at)
  where state = 'active' and deleted_at is null;
create index works_by_price on works.works (kind, price, id) where state = 'active' and deleted_at is null;

-- A file of the library may stand in several works. A teaser is footage that everyone may see who may know of the work.
alter table works.files
  drop constraint file_is_used_once,
  add primary key (work_id, file_id),
  drop constraint files_role_check,
  add constraint files_role_check check (role in ('media', 'preview', 'teaser')),
  drop constraint files_position_check,
  add constraint files_position_check check (position between 0 and 1000);
create index files_used on works.files (file_id);

-- Performers that a work names beside its creator. It shows on their own profile once they agreed.
create table works.participants (
  work_id uuid not null references works.works (id),
  performer_id uuid not null references accounts.accounts (id),
  state text not null default 'asked' check (state in ('asked', 'agreed', 'declined')),
  asked_at timestamptz not null,
  answered_at timestamptz,
  primary key (work_id, performer_id),
  constraint answered_has_a_date check ((state = 'asked') = (answered_at is null))
);
create index participants_of_performer on works.participants (performer_id, state, work_id);

alter table reactions.reactions
  drop constraint reactions_target_kind_check,
  add constraint reactions_target_kind_check check (target_kind in ('feed', 'performer', 'gallery', 'video', 'product', 'comment'));

-- Views of galleries, videos and products: once an hour for each member or visitor's address, which is kept as a keyed hash.
create table reactions.views (
  hour timestamptz not null,
  target_id uuid not null,
  viewer text not null check (length(viewer) <= 64),
  primary key (hour, target_id, viewer)
);
create index totals_by_action on reactions.totals (action, total desc, target_id);
