-- Polls, streams that are announced, and posts of every medium.
alter table feeds.posts
  add column streaming_at timestamptz,
  add column poll_question text not null default '' check (length(poll_question) <= 200),
  add column poll_expires_at timestamptz;

-- An option is made before its post and joins it when that is published (calls.md section 3).
create table feeds.poll_options (
  id uuid primary key default uuidv7(),
  creator_id uuid not null references accounts.accounts (id),
  work_id uuid references feeds.posts (work_id),
  position integer check (position between 0 and 9),
  description text not null check (length(description) between 1 and 200),
  expires_at timestamptz,
  created_at timestamptz not null,
  constraint placed_when_it_joined check ((work_id is null) = (position is null)),
  constraint one_option_a_place unique (work_id, position) deferrable initially deferred,
  unique (work_id, id)
);
create index options_unused on feeds.poll_options (created_at) where work_id is null;

create table feeds.votes (
  work_id uuid not null,
  account_id uuid not null references accounts.accounts (id),
  option_id uuid not null,
  created_at timestamptz not null,
  constraint one_vote_a_person primary key (work_id, account_id),
  constraint the_option_is_of_this_post foreign key (work_id, option_id) references feeds.poll_options (work_id, id)
);
create index votes_of_option on feeds.votes (option_id);
