-- What creators publish and sell. `works` holds what every published, lockable thing shares; a kind adds its own half.
create schema works;

create table works.works (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('feed')),
  creator_id uuid not null references accounts.accounts (id),
  audience text not null check (audience in ('free', 'followers', 'subscription', 'ppv')),
  -- hundredths of a token
  price bigint not null default 0 check (price between 0 and 1000000000000),
  -- draft is its creator's alone; pending_review and rejected are before an approval; removed was taken down by staff
  state text not null check (state in ('draft', 'pending_review', 'active', 'rejected', 'removed')),
  -- a name for ledgers and lists; the kind writes it
  title text not null check (length(title) <= 200),
  pinned boolean not null default false,
  -- from when it is shown; lies ahead for a scheduled one, and stays when it is reviewed again
  published_at timestamptz,
  scheduled_at timestamptz,
  expires_at timestamptz,
  deleted_at timestamptz,
  -- the last decision of staff
  decided_at timestamptz,
  decided_by uuid references accounts.accounts (id),
  decision_reason text check (length(decision_reason) <= 1000),
  -- "it is out" was told
  announced_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint only_a_sale_has_a_price check ((audience = 'ppv') = (price > 0)),
  constraint what_is_shown_has_a_date check (state <> 'active' or published_at is not null),
  constraint a_no_says_why check (state not in ('rejected', 'removed') or decision_reason is not null)
);
create index works_shown on works.works (creator_id, published_at desc, id desc) include (kind, audience, expires_at)
  where state = 'active' and deleted_at is null;
create index works_free on works.works (published_at desc, id desc) include (kind, creator_id, expires_at)
  where state = 'active' and deleted_at is null and audience = 'free';
create index works_of_creator on works.works (creator_id, created_at desc) where deleted_at is null;
create index works_waiting on works.works (updated_at) where state = 'pending_review' and deleted_at is null;
create index works_undecided on works.works (published_at) where state = 'active' and decided_at is null and deleted_at is null;

-- The files of a work: its media, which is what the right opens, and its preview, which everyone may see who may see the work.
create table works.files (
  file_id uuid constraint file_is_used_once primary key references files.files (id),
  work_id uuid not null references works.works (id),
  role text not null check (role in ('media', 'preview')),
  position integer not null check (position between 0 and 100)
);
create index files_of_work on works.files (work_id, role, position);

create schema reactions;

-- Who liked, kept or opened what. A target is a work or a performer; ids are unique over both.
create table reactions.reactions (
  account_id uuid not null references accounts.accounts (id),
  target_id uuid not null,
  target_kind text not null check (target_kind in ('feed', 'performer')),
  action text not null check (action in ('like', 'bookmark', 'view')),
  created_at timestamptz not null,
  primary key (account_id, target_id, action)
);
create index reactions_kept on reactions.reactions (account_id, target_kind, action, created_at desc, target_id);

-- How many, without a row that everyone who likes a popular post must wait for: a change is appended to `waiting` and folded
-- into `totals` by a job. What a reader sees is both together.
create table reactions.totals (
  target_id uuid not null,
  action text not null,
  total bigint not null,
  primary key (target_id, action) include (total)
) with (fillfactor = 70);

create table reactions.waiting (
  target_id uuid not null,
  action text not null,
  id bigint generated always as identity,
  change smallint not null check (change in (-1, 1)),
  primary key (target_id, action, id) include (change)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

create schema feeds;

-- A post: the half of a work that is text and pictures.
create table feeds.posts (
  work_id uuid primary key references works.works (id),
  type text not null check (type in ('text', 'photo')),
  text text not null default '' check (length(text) <= 5000),
  tagline text not null default '' check (length(tagline) <= 200),
  tags text[] not null default '{}' check (cardinality(tags) <= 20),
  -- who is depicted; its creator when nobody else is named
  participant_ids uuid[] not null default '{}'
);
create index posts_by_tag on feeds.posts using gin (tags);
