create schema comments;

-- What people wrote under a work: one level of replies. A deleted one keeps its place while replies stand under it.
create table comments.comments (
  id uuid primary key default uuidv7(),
  work_id uuid not null references works.works (id),
  parent_id uuid,
  author_id uuid not null references accounts.accounts (id),
  content text not null check (length(content) between 1 and 500),
  pinned_at timestamptz,
  edited_at timestamptz,
  deleted_at timestamptz,
  deleted_by uuid references accounts.accounts (id),
  created_at timestamptz not null,
  unique (work_id, id),
  constraint a_reply_is_under_the_same_work foreign key (work_id, parent_id) references comments.comments (work_id, id),
  constraint only_a_first_level_comment_is_pinned check (pinned_at is null or parent_id is null)
);
create index comments_of_work on comments.comments (work_id, pinned_at desc nulls last, created_at desc, id desc) where parent_id is null;
create index replies_of_comment on comments.comments (parent_id, created_at, id) where parent_id is not null;
create index comments_of_author on comments.comments (author_id, created_at desc);
-- One pinned comment a work.
create unique index one_pinned_comment on comments.comments (work_id) where pinned_at is not null and deleted_at is null;

-- Whom a performer lets comment on what they may see.
alter table profiles.performers
  add column comment_audience text not null default 'all' check (comment_audience in ('all', 'followers', 'subscribers', 'nobody'));
