-- Who is who: fans, performers and staff are one table of accounts, so that a name or an address is unique over all of them.
create schema accounts;

create table accounts.accounts (
  id uuid primary key default uuidv7(),
  role text not null check (role in ('user', 'performer', 'staff')),
  -- pending and rejected are a performer's before and after review; closed is deleted by its owner or by staff
  state text not null default 'active' check (state in ('active', 'pending', 'rejected', 'closed')),
  name text not null check (length(name) between 1 and 60),
  username text not null constraint username_form check (username ~ '^[a-z0-9._]{3,30}$'),
  email text not null check (length(email) <= 254),
  email_verified_at timestamptz,
  -- argon2id of sha256(password), whether the client or the server made the sha256
  password_hash text,
  birth_date date,
  gender text check (gender in ('male', 'female', 'transgender')),
  country text check (country ~ '^[A-Z]{2}$'),
  timezone text check (length(timezone) <= 60),
  locale text check (locale ~ '^[a-z]{2}-[A-Z]{2}$'),
  bio text not null default '' check (length(bio) <= 1000),
  notification_preferences jsonb not null default '{}',
  accepted_terms_version text,
  created_at timestamptz not null,
  constraint adults_only check (birth_date is null or birth_date + 18 * 365 <= (created_at at time zone 'UTC')::date + 1)
);
create unique index username_unique on accounts.accounts (username);
create unique index email_unique on accounts.accounts (lower(email));

-- A session's token is kept as its SHA-256: who reads this table cannot sign in with it.
create table accounts.sessions (
  id uuid primary key default uuidv7(),
  account_id uuid not null references accounts.accounts (id) on delete cascade,
  token_hash bytea not null unique,
  actor_id uuid references accounts.accounts (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- the last call, to the minute: who is online
  seen_at timestamptz not null,
  user_agent text not null default '',
  ip inet
);
create index sessions_of_account on accounts.sessions (account_id) where revoked_at is null;

-- Single-use links by letter: verifying an address and resetting a password.
create table accounts.links (
  id uuid primary key default uuidv7(),
  account_id uuid not null references accounts.accounts (id) on delete cascade,
  purpose text not null check (purpose in ('verify_email', 'reset_password')),
  email text not null,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index links_of_account on accounts.links (account_id, purpose, created_at desc);

-- Wrong passwords in a row; five lock the sign-in for 15 minutes (calls.md section 2). Kept by what was typed, so that
-- an unknown name behaves like a known one.
create table accounts.failed_logins (
  login text primary key,
  failures integer not null check (failures > 0),
  last_at timestamptz not null,
  locked_until timestamptz
);

create schema blocks;

-- A block works in both directions, whoever made it.
create table blocks.users (
  blocker_id uuid not null references accounts.accounts (id),
  blocked_id uuid not null references accounts.accounts (id),
  reason text not null default '' check (length(reason) <= 500),
  created_at timestamptz not null,
  primary key (blocker_id, blocked_id),
  constraint not_oneself check (blocker_id <> blocked_id)
);
create index users_by_blocked on blocks.users (blocked_id);

create table blocks.countries (
  performer_id uuid not null references accounts.accounts (id),
  country text not null check (country ~ '^[A-Z]{2}$'),
  primary key (performer_id, country)
);

create schema profiles;

-- What a performer shows and asks. Prices are minor units of the site's currency; message and stream prices are token hundredths.
create table profiles.performers (
  account_id uuid primary key references accounts.accounts (id),
  tagline text not null default '' check (length(tagline) <= 120),
  body jsonb not null default '{}',
  socials jsonb not null default '{}',
  tags text[] not null default '{}',
  languages text[] not null default '{}',
  monthly_price bigint not null default 495 check (monthly_price > 0),
  yearly_price bigint check (yearly_price > 0),
  has_free_trial boolean not null default false,
  message_price bigint not null default 0 check (message_price >= 0),
  welcome_message text not null default '' check (length(welcome_message) <= 500),
  shows_in_rankings boolean not null default true,
  approved_at timestamptz
);

-- Pictures of a person: avatar of anyone, cover of a performer. The files are media's.
create table profiles.pictures (
  account_id uuid not null references accounts.accounts (id),
  kind text not null check (kind in ('avatar', 'cover')),
  file_id uuid not null,
  changed_at timestamptz not null,
  primary key (account_id, kind)
);

create schema follows;

create table follows.follows (
  fan_id uuid not null references accounts.accounts (id),
  performer_id uuid not null references accounts.accounts (id),
  created_at timestamptz not null,
  primary key (fan_id, performer_id),
  constraint not_oneself check (fan_id <> performer_id)
);
create index follows_of_performer on follows.follows (performer_id, created_at desc);

create schema identity;

-- A performer's application and what staff decided of it.
create table identity.applications (
  account_id uuid primary key references accounts.accounts (id),
  legal_name text not null check (length(legal_name) between 1 and 120),
  birth_date date not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  phone text not null check (length(phone) <= 30),
  agreement_version text not null,
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected')),
  reason text check (length(reason) <= 1000),
  submitted_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references accounts.accounts (id),
  constraint decided_is_whole check ((state = 'pending') = (decided_at is null)),
  constraint rejected_says_why check (state <> 'rejected' or reason is not null)
);
create index applications_waiting on identity.applications (submitted_at) where state = 'pending';

-- Identity documents: sealed in storage, listed here. Never shown to anyone but staff; each view is audited.
create table identity.documents (
  id uuid primary key default uuidv7(),
  account_id uuid not null references accounts.accounts (id),
  kind text not null check (kind in ('idVerification', 'documentVerification', 'release', 'w9')),
  storage_key text not null unique,
  media_type text not null,
  bytes bigint not null check (bytes > 0),
  sha256 text not null,
  created_at timestamptz not null,
  replaced_at timestamptz
);
-- One of a kind stands; sending another replaces it.
create unique index documents_of_account on identity.documents (account_id, kind) where replaced_at is null;
