-- Written by `npm run stagedoor -- schema dump` after the migrations of this folder; never edited by hand.

create schema accounts;

create schema addresses;

create schema age;

create schema audit;

create schema automations;

create schema belongings;

create schema blocks;

create schema campaigns;

create schema captcha;

create schema closing;

create schema comments;

create schema contact;

create schema copies;

create schema coupons;

create schema destinations;

create schema earnings;

create schema fans;

create schema federation;

create schema feeds;

create schema files;

create schema finding;

create schema fingerprints;

create schema follows;

create schema galleries;

create schema gifts;

create schema identity;

create schema invoices;

create schema live;

create schema mail;

create schema merchants;

create schema messaging;

create schema notifications;

create schema offers;

create schema outbox;

create schema packages;

create schema pages;

create schema payments;

create schema payouts;

create schema platform;

create schema profiles;

create schema promos;

create schema proofs;

create schema reactions;

create schema reconciliation;

create schema referrals;

create schema refills;

create schema replies;

create schema reports;

create schema requests;

create schema search;

create schema settings;

create schema shop;

create schema subscriptions;

create schema translations;

create schema uploads;

create schema videos;

create schema wallet;

create schema works;

create domain wallet.amount as bigint CHECK (((VALUE >= 1) AND (VALUE <= '1000000000000000'::bigint)));

create domain wallet.basis_points as integer CHECK (((VALUE >= 0) AND (VALUE <= 10000)));

create domain wallet.change as bigint CHECK ((VALUE <> 0));

create domain wallet.floor as bigint CHECK ((VALUE <= 0));

create domain wallet.sign as smallint CHECK ((VALUE = ANY (ARRAY[1, '-1'::integer])));

create domain wallet.tokens as bigint CHECK (((VALUE >= '-9007199254740991'::bigint) AND (VALUE <= '9007199254740991'::bigint)));

create domain wallet.word as text CHECK ((VALUE ~ '^[a-z][a-z_]{1,30}$'::text));

create table accounts.accounts (
  id uuid default uuidv7() not null,
  role text not null,
  state text default 'active'::text not null,
  name text not null,
  username text not null,
  email text not null,
  email_verified_at timestamp with time zone,
  password_hash text,
  birth_date date,
  gender text,
  country text,
  timezone text,
  locale text,
  bio text default ''::text not null,
  notification_preferences jsonb default '{}'::jsonb not null,
  accepted_terms_version text,
  created_at timestamp with time zone not null,
  hides_presence boolean default false not null,
  proven_at timestamp with time zone,
  holder_id uuid,
  closes_at timestamp with time zone,
  erased_at timestamp with time zone,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint one_held_account UNIQUE (holder_id),
  constraint accounts_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES accounts.accounts(id),
  constraint a_closing_one_has_its_end CHECK (((state = 'closing'::text) = (closes_at IS NOT NULL))),
  constraint accounts_bio_check CHECK ((length(bio) <= 1000)),
  constraint accounts_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint accounts_email_check CHECK ((length(email) <= 254)),
  constraint accounts_gender_check CHECK ((gender = ANY (ARRAY['male'::text, 'female'::text, 'transgender'::text]))),
  constraint accounts_locale_check CHECK ((locale ~ '^[a-z]{2}-[A-Z]{2}$'::text)),
  constraint accounts_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint accounts_role_check CHECK ((role = ANY (ARRAY['user'::text, 'performer'::text, 'staff'::text]))),
  constraint accounts_state_check CHECK ((state = ANY (ARRAY['active'::text, 'pending'::text, 'rejected'::text, 'closing'::text, 'closed'::text]))),
  constraint accounts_timezone_check CHECK ((length(timezone) <= 60)),
  constraint adults_only CHECK (((birth_date IS NULL) OR ((birth_date + (18 * 365)) <= (((created_at AT TIME ZONE 'UTC'::text))::date + 1)))),
  constraint an_erased_one_keeps_nothing CHECK (((erased_at IS NULL) OR ((state = 'closed'::text) AND (password_hash IS NULL) AND (birth_date IS NULL) AND (gender IS NULL) AND (country IS NULL) AND (timezone IS NULL) AND (bio = ''::text) AND (notification_preferences = '{}'::jsonb) AND ((holder_id IS NOT NULL) OR ((email ~~ '%@closed.invalid'::text) AND (email_verified_at IS NULL) AND (proven_at IS NULL)))))),
  constraint held_has_no_sign_in CHECK (((holder_id IS NULL) OR ((role = 'performer'::text) AND (password_hash IS NULL) AND (holder_id <> id)))),
  constraint username_form CHECK ((username ~ '^[a-z0-9._]{3,30}$'::text))
);
CREATE UNIQUE INDEX email_unique ON accounts.accounts USING btree (lower(email)) WHERE (holder_id IS NULL);
CREATE INDEX performers_closing ON accounts.accounts USING btree (id) WHERE ((state = 'closing'::text) AND (role = 'performer'::text));
CREATE INDEX performers_open ON accounts.accounts USING btree (id) INCLUDE (gender, country, created_at) WHERE ((role = 'performer'::text) AND (state = 'active'::text));
CREATE UNIQUE INDEX username_unique ON accounts.accounts USING btree (username);

create table accounts.devices (
  account_id uuid not null,
  token_hash bytea not null,
  seen_at timestamp with time zone not null,
  constraint devices_pkey PRIMARY KEY (account_id, token_hash),
  constraint devices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id)
);

create table accounts.failed_logins (
  login text not null,
  failures integer not null,
  last_at timestamp with time zone not null,
  locked_until timestamp with time zone,
  constraint failed_logins_pkey PRIMARY KEY (login),
  constraint failed_logins_failures_check CHECK ((failures > 0))
);

create table accounts.former_names (
  digest bytea not null,
  constraint former_names_pkey PRIMARY KEY (digest),
  constraint former_names_digest_check CHECK ((octet_length(digest) = 32))
);

create table accounts.identities (
  id uuid default uuidv7() not null,
  account_id uuid not null,
  provider text not null,
  issuer text not null,
  subject text not null,
  email text,
  name text,
  linked_at timestamp with time zone not null,
  used_at timestamp with time zone not null,
  constraint identities_pkey PRIMARY KEY (id),
  constraint identities_account_id_issuer_key UNIQUE (account_id, issuer),
  constraint identities_issuer_subject_key UNIQUE (issuer, subject),
  constraint identities_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id) ON DELETE CASCADE,
  constraint identities_email_check CHECK ((length(email) <= 254)),
  constraint identities_issuer_check CHECK (((length(issuer) >= 1) AND (length(issuer) <= 2000))),
  constraint identities_name_check CHECK ((length(name) <= 60)),
  constraint identities_provider_check CHECK ((provider = ANY (ARRAY['google'::text, 'twitter'::text, 'openid'::text]))),
  constraint identities_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 255)))
);

create table accounts.links (
  id uuid default uuidv7() not null,
  account_id uuid not null,
  purpose text not null,
  email text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  code_hash bytea,
  code_tries integer default 0 not null,
  constraint links_pkey PRIMARY KEY (id),
  constraint links_token_hash_key UNIQUE (token_hash),
  constraint links_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id) ON DELETE CASCADE,
  constraint links_code_hash_check CHECK ((octet_length(code_hash) = 32)),
  constraint links_code_tries_check CHECK (((code_tries >= 0) AND (code_tries <= 5))),
  constraint links_purpose_check CHECK ((purpose = ANY (ARRAY['verify_email'::text, 'reset_password'::text, 'change_email'::text, 'undo_email'::text])))
);
CREATE INDEX links_of_account ON accounts.links USING btree (account_id, purpose, created_at DESC);
CREATE INDEX links_that_undo ON accounts.links USING btree (lower(email)) WHERE ((purpose = 'undo_email'::text) AND (used_at IS NULL));
CREATE INDEX links_with_codes ON accounts.links USING btree (lower(email), purpose) WHERE ((used_at IS NULL) AND (code_hash IS NOT NULL));

create table accounts.passkey_challenges (
  challenge_hash bytea not null,
  purpose text not null,
  account_id uuid,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (challenge_hash),
  constraint passkey_challenges_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id) ON DELETE CASCADE,
  constraint passkey_challenges_challenge_hash_check CHECK ((octet_length(challenge_hash) = 32)),
  constraint passkey_challenges_check CHECK (((purpose = 'sign_in'::text) = (account_id IS NULL))),
  constraint passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['sign_in'::text, 'second_step'::text, 'add_passwordless'::text, 'add_second_factor'::text])))
);
CREATE INDEX passkey_challenges_account_id_idx ON accounts.passkey_challenges USING btree (account_id);
CREATE INDEX passkey_challenges_expires_at_idx ON accounts.passkey_challenges USING btree (expires_at);

create table accounts.passkeys (
  id uuid default uuidv7() not null,
  account_id uuid not null,
  kind text not null,
  second_factor_of uuid generated always as (
CASE
    WHEN (kind = 'secondFactor'::text) THEN account_id
    ELSE NULL::uuid
END) stored,
  credential_id bytea not null,
  public_key bytea not null,
  is_verified boolean not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  added_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id) ON DELETE CASCADE,
  constraint passkeys_second_factor_of_fkey FOREIGN KEY (second_factor_of) REFERENCES accounts.two_factor(account_id) ON DELETE CASCADE,
  constraint passkeys_check CHECK ((used_at >= added_at)),
  constraint passkeys_counter_check CHECK (((counter >= 0) AND (counter <= '4294967295'::bigint))),
  constraint passkeys_credential_id_check CHECK (((octet_length(credential_id) >= 1) AND (octet_length(credential_id) <= 1023))),
  constraint passkeys_kind_check CHECK ((kind = ANY (ARRAY['passwordless'::text, 'secondFactor'::text]))),
  constraint passkeys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint passkeys_public_key_check CHECK (((octet_length(public_key) >= 16) AND (octet_length(public_key) <= 2048))),
  constraint passkeys_transports_check CHECK ((cardinality(transports) <= 10)),
  constraint passwordless_is_verified CHECK (((kind = 'secondFactor'::text) OR is_verified))
);
CREATE INDEX passkeys_account_id_idx ON accounts.passkeys USING btree (account_id);
CREATE INDEX passkeys_second_factor_of_idx ON accounts.passkeys USING btree (second_factor_of);

create table accounts.recovery_codes (
  account_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (account_id, code_hash),
  constraint recovery_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.two_factor(account_id) ON DELETE CASCADE,
  constraint recovery_codes_code_hash_check CHECK ((octet_length(code_hash) = 32))
);

create table accounts.sessions (
  id uuid default uuidv7() not null,
  account_id uuid not null,
  token_hash bytea not null,
  actor_id uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  seen_at timestamp with time zone not null,
  user_agent text default ''::text not null,
  ip inet,
  proven_at timestamp with time zone not null,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id) ON DELETE CASCADE,
  constraint sessions_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES accounts.accounts(id),
  constraint sessions_check CHECK ((proven_at <= created_at))
);
CREATE INDEX sessions_of_account ON accounts.sessions USING btree (account_id) WHERE (revoked_at IS NULL);
CREATE INDEX sessions_of_actor ON accounts.sessions USING btree (actor_id) WHERE ((actor_id IS NOT NULL) AND (revoked_at IS NULL));

create table accounts.tickets (
  token_hash bytea not null,
  account_id uuid not null,
  is_remembered boolean not null,
  expires_at timestamp with time zone not null,
  opens_id uuid,
  constraint tickets_pkey PRIMARY KEY (token_hash),
  constraint tickets_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.two_factor(account_id) ON DELETE CASCADE,
  constraint tickets_opens_id_fkey FOREIGN KEY (opens_id) REFERENCES accounts.accounts(id),
  constraint tickets_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX tickets_account_id_idx ON accounts.tickets USING btree (account_id);
CREATE INDEX tickets_opens ON accounts.tickets USING btree (opens_id);

create table accounts.two_factor (
  account_id uuid not null,
  sealed bytea not null,
  begun_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  last_step bigint,
  constraint two_factor_pkey PRIMARY KEY (account_id),
  constraint two_factor_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id) ON DELETE CASCADE,
  constraint two_factor_check CHECK ((confirmed_at >= begun_at)),
  constraint two_factor_last_step_check CHECK ((last_step > 0)),
  constraint two_factor_sealed_check CHECK ((octet_length(sealed) > 28))
);

create table accounts.ways_back (
  token_hash bytea not null,
  account_id uuid not null,
  made_at timestamp with time zone not null,
  constraint ways_back_pkey PRIMARY KEY (token_hash),
  constraint ways_back_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id) ON DELETE CASCADE,
  constraint ways_back_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX ways_back_of_account ON accounts.ways_back USING btree (account_id);

create table addresses.addresses (
  id uuid default uuidv7() not null,
  owner_id uuid not null,
  country text not null,
  sealed bytea not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint addresses_pkey PRIMARY KEY (id),
  constraint addresses_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts.accounts(id),
  constraint addresses_country_check CHECK ((country ~ '^[A-Z]{2}$'::text))
);
CREATE INDEX addresses_of_owner ON addresses.addresses USING btree (owner_id, created_at DESC);

create table age.attempts (
  state_hash bytea not null,
  browser_hash bytea not null,
  account_id uuid,
  goes_to text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint attempts_pkey PRIMARY KEY (state_hash),
  constraint attempts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id) ON DELETE CASCADE,
  constraint attempts_browser_hash_check CHECK ((octet_length(browser_hash) = 32)),
  constraint attempts_check CHECK ((expires_at > created_at)),
  constraint attempts_goes_to_check CHECK ((length(goes_to) <= 500)),
  constraint attempts_state_hash_check CHECK ((octet_length(state_hash) = 32))
);
CREATE INDEX attempts_by_end ON age.attempts USING btree (expires_at);
CREATE INDEX attempts_of_account ON age.attempts USING btree (account_id);

create table age.results (
  account_id uuid not null,
  method text not null,
  expires_at timestamp with time zone not null,
  constraint results_pkey PRIMARY KEY (account_id),
  constraint results_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id) ON DELETE CASCADE,
  constraint results_method_check CHECK ((method = 'openid'::text))
);
CREATE INDEX results_by_end ON age.results USING btree (expires_at);

create table audit.entries (
  id uuid default uuidv7() not null,
  actor_id uuid,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  detail jsonb default '{}'::jsonb not null,
  ip inet,
  created_at timestamp with time zone not null,
  constraint entries_pkey PRIMARY KEY (id)
);
CREATE INDEX entries_newest ON audit.entries USING btree (created_at DESC, id DESC);
CREATE INDEX entries_subject ON audit.entries USING btree (subject_kind, subject_id, created_at DESC);

create table automations.rules (
  performer_id uuid not null,
  occasion text not null,
  text text not null,
  is_on boolean not null,
  changed_at timestamp with time zone not null,
  constraint rules_pkey PRIMARY KEY (performer_id, occasion),
  constraint rules_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts.accounts(id),
  constraint rules_occasion_check CHECK ((occasion = ANY (ARRAY['follower'::text, 'subscriber'::text, 'tip'::text, 'renewal'::text]))),
  constraint rules_text_check CHECK (((char_length(text) >= 1) AND (char_length(text) <= 2000)))
);

create table automations.said (
  performer_id uuid not null,
  fan_id uuid not null,
  occasion text not null,
  said_at timestamp with time zone not null,
  constraint said_pkey PRIMARY KEY (performer_id, fan_id, occasion),
  constraint said_fan_id_fkey FOREIGN KEY (fan_id) REFERENCES accounts.accounts(id),
  constraint said_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts.accounts(id),
  constraint said_occasion_check CHECK ((occasion = ANY (ARRAY['follower'::text, 'subscriber'::text, 'tip'::text, 'renewal'::text])))
);

create table automations.shares (
  performer_id uuid not null,
  messages integer not null,
  automatic integer not null,
  counted_at timestamp with time zone not null,
  constraint shares_pkey PRIMARY KEY (performer_id),
  constraint shares_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts.accounts(id),
  constraint shares_check CHECK (((automatic >= 0) AND (automatic <= messages))),
  constraint shares_messages_check CHECK ((messages > 0))
);

create table belongings.requests (
  account_id uuid not null,
  asked_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  constraint requests_pkey PRIMARY KEY (account_id),
  constraint requests_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id),
  constraint the_end_comes_later CHECK ((ends_at > asked_at))
);

create table blocks.countries (
  performer_id uuid not null,
  country text not null,
  constraint countries_pkey PRIMARY KEY (performer_id, country),
  constraint countries_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts.accounts(id),
  constraint countries_country_check CHECK ((country ~ '^[A-Z]{2}$'::text))
);
CREATE INDEX countries_hidden_from ON blocks.countries USING btree (country) INCLUDE (performer_id);

create table blocks.users (
  blocker_id uuid not null,
  blocked_id uuid not null,
  reason text default ''::text not null,
  created_at timestamp with time zone not null,
  constraint users_pkey PRIMARY KEY (blocker_id, blocked_id),
  constraint users_blocked_id_fkey FOREIGN KEY (blocked_id) REFERENCES accounts.accounts(id),
  constraint users_blocker_id_fkey FOREIGN KEY (blocker_id) REFERENCES accounts.accounts(id),
  constraint not_oneself CHECK ((blocker_id <> blocked_id)),
  constraint users_reason_check CHECK ((length(reason) <= 500))
);
CREATE INDEX users_by_blocked ON blocks.users USING btree (blocked_id);

create table campaigns.campaigns (
  id uuid default uuidv7() not null,
  performer_id uuid not null,
  text text not null,
  work_id uuid,
  segment jsonb not null,
  state text not null,
  goes_at timestamp with time zone not null,
  counted integer not null,
  reached uuid,
  sent integer default 0 not null,
  unsent integer default 0 not null,
  opened integer default 0 not null,
  opened_at timestamp with time zone,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  unsent_at timestamp with time zone,
  constraint campaigns_pkey PRIMARY KEY (id),
  constraint campaigns_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts.accounts(id),
  constraint campaigns_work_id_fkey FOREIGN KEY (work_id) REFERENCES works.works(id),
  constraint a_campaign_says_something CHECK (((text <> ''::text) OR (work_id IS NOT NULL))),
  constraint campaigns_check CHECK (((unsent >= 0) AND (unsent <= sent))),
  constraint campaigns_counted_check CHECK ((counted > 0)),
  constraint campaigns_opened_check CHECK ((opened >= 0)),
  constraint campaigns_sent_check CHECK ((sent >= 0)),
  constraint campaigns_state_check CHECK ((state = ANY (ARRAY['scheduled'::text, 'sending'::text, 'sent'::text, 'cancelled'::text, 'unsending'::text, 'unsent'::text]))),
  constraint campaigns_text_check CHECK ((char_length(text) <= 2000)),
  constraint sent_says_when CHECK (((sent_at IS NOT NULL) OR (state <> 'sent'::text))),
  constraint unsent_says_when CHECK (((unsent_at IS NOT NULL) = (state = 'unsent'::text)))
);
CREATE INDEX campaigns_due ON campaigns.campaigns USING btree (goes_at) WHERE (state = 'scheduled'::text);
CREATE INDEX campaigns_of_performer ON campaigns.campaigns USING btree (performer_id, goes_at DESC, id DESC);
CREATE INDEX campaigns_of_work ON campaigns.campaigns USING btree (work_id) WHERE (work_id IS NOT NULL);
CREATE INDEX campaigns_sent_lately ON campaigns.campaigns USING btree (sent_at) WHERE (sent_at IS NOT NULL);
CREATE INDEX campaigns_under_way ON campaigns.campaigns USING btree (id) WHERE (state = ANY (ARRAY['sending'::text, 'unsending'::text]));

create table captcha.tokens (
  digest bytea not null,
  action text,
  passed_at timestamp with time zone not null,
  spent_at timestamp with time zone,
  constraint tokens_pkey PRIMARY KEY (digest),
  constraint tokens_action_check CHECK ((action <> ''::text)),
  constraint tokens_check CHECK ((spent_at >= passed_at)),
  constraint tokens_digest_check CHECK ((octet_length(digest) = 32))
);
CREATE INDEX tokens_passed_at_idx ON captcha.tokens USING btree (passed_at);

create table closing.closings (
  id uuid default uuidv7() not null,
  account_id uuid not null,
  asked_at timestamp with time zone not null,
  final_at timestamp with time zone not null,
  reminded_at timestamp with time zone,
  taken_back_at timestamp with time zone,
  begun_at timestamp with time zone,
  erased_at timestamp with time zone,
  held_at timestamp with time zone,
  held_by uuid,
  held_reason text,
  constraint closings_pkey PRIMARY KEY (id),
  constraint closings_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id),
  constraint closings_held_by_fkey FOREIGN KEY (held_by) REFERENCES accounts.accounts(id),
  constraint a_hold_is_whole CHECK ((((held_at IS NULL) = (held_by IS NULL)) AND ((held_at IS NULL) = (held_reason IS NULL)))),
  constraint closings_held_reason_check CHECK (((length(held_reason) >= 1) AND (length(held_reason) <= 1000))),
  constraint erased_was_begun CHECK (((erased_at IS NULL) OR (erased_at >= begun_at))),
  constraint it_ends_one_way CHECK (((taken_back_at IS NULL) OR (begun_at IS NULL))),
  constraint not_before_its_end CHECK (((begun_at IS NULL) OR (begun_at >= final_at))),
  constraint the_end_comes_later CHECK ((final_at > asked_at)),
  constraint what_is_held_is_not_begun CHECK (((held_at IS NULL) OR (begun_at IS NULL)))
);
CREATE INDEX closings_newest ON closing.closings USING btree (asked_at DESC, id DESC);
CREATE INDEX closings_of_account ON closing.closings USING btree (account_id, asked_at DESC);
CREATE INDEX closings_to_end ON closing.closings USING btree (final_at) WHERE ((taken_back_at IS NULL) AND (erased_at IS NULL));
CREATE UNIQUE INDEX one_closing_at_a_time ON closing.closings USING btree (account_id) WHERE (taken_back_at IS NULL);

create table comments.comments (
  id uuid default uuidv7() not null,
  work_id uuid not null,
  parent_id uuid,
  author_id uuid not null,
  content text not null,
  pinned_at timestamp with time zone,
  edited_at timestamp with time zone,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  created_at timestamp with time zone not null,
  constraint comments_pkey PRIMARY KEY (id),
  constraint comments_work_id_id_key UNIQUE (work_id, id),
  constraint a_reply_is_under_the_same_work FOREIGN KEY (work_id, parent_id) REFERENCES comments.comments(work_id, id),
  constraint comments_author_id_fkey FOREIGN KEY (author_id) REFERENCES accounts.accounts(id),
  constraint comments_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES accounts.accounts(id),
  constraint comments_work_id_fkey FOREIGN KEY (work_id) REFERENCES works.works(id),
  constraint comments_content_check CHECK (((length(content) >= 1) AND (length(content) <= 500))),
  constraint only_a_first_level_comment_is_pinned CHECK (((pinned_at IS NULL) OR (parent_id IS NULL)))
);
CREATE INDEX comments_of_author ON comments.comments USING btree (author_id, created_at DESC);
CREATE INDEX comments_of_work ON comments.comments USING btree (work_id, pinned_at DESC NULLS LAST, created_at DESC, id DESC) WHERE (parent_id IS NULL);
CREATE UNIQUE INDEX one_pinned_comment ON comments.comments USING btree (work_id) WHERE ((pinned_at IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX replies_of_comment ON comments.comments USING btree (parent_id, created_at, id) WHERE (parent_id IS NOT NULL);

create table contact.messages (
  id uuid default uuidv7() not null,
  name text not null,
  email text not null,
  body text not null,
  ip inet,
  created_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_body_check CHECK ((length(body) <= 2000)),
  constraint messages_email_check CHECK ((length(email) <= 254)),
  constraint messages_name_check CHECK ((length(name) <= 100))
);

create table copies.lookups (
  id uuid default uuidv7() not null,
  asked_by uuid not null,
  asked_at timestamp with time zone not null,
  work_id uuid,
  performer_id uuid,
  media_type text not null,
  bytes bigint not null,
  sha256 text not null,
  has_picture boolean default true not null,
  state text default 'waiting'::text not null,
  progress smallint default 0 not null,
  file_id uuid,
  likeness smallint,
  readers integer,
  ended_at timestamp with time zone,
  constraint lookups_pkey PRIMARY KEY (id),
  constraint lookups_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES accounts.accounts(id),
  constraint lookups_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts.accounts(id),
  constraint lookups_work_id_fkey FOREIGN KEY (work_id) REFERENCES works.works(id),
  constraint about_one_thing CHECK (((work_id IS NULL) OR (performer_id IS NULL))),
  constraint ends_with_its_answer CHECK (((ended_at IS NOT NULL) = (state = ANY (ARRAY['answered'::text, 'failed'::text])))),
  constraint lookups_bytes_check CHECK ((bytes > 0)),
  constraint lookups_likeness_check CHECK (((likeness >= '-100'::integer) AND (likeness <= 100))),
  constraint lookups_progress_check CHECK (((progress >= 0) AND (progress <= 100))),
  constraint lookups_readers_check CHECK ((readers >= 0)),
  constraint lookups_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint lookups_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'reading'::text, 'answered'::text, 'failed'::text])))
);
CREATE INDEX lookups_newest ON copies.lookups USING btree (asked_at DESC, id DESC);
CREATE INDEX lookups_with_picture ON copies.lookups USING btree (ended_at) WHERE has_picture;

create table copies.named (
  lookup_id uuid not null,
  account_id uuid not null,
  z real not null,
  constraint named_pkey PRIMARY KEY (lookup_id, account_id),
  constraint named_lookup_id_fkey FOREIGN KEY (lookup_id) REFERENCES copies.lookups(id),
  constraint named_z_check CHECK ((z > (7)::double precision))
);
CREATE INDEX named_by_account ON copies.named USING btree (account_id);

create table coupons.coupons (
  id uuid default uuidv7() not null,
  code text not null,
  type text not null,
  value bigint not null,
  minimum_amount bigint,
  max_uses integer,
  taken integer default 0 not null,
  starts_at timestamp with time zone,
  expires_at timestamp with time zone,
  is_active boolean default true not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  currency text not null,
  constraint coupons_pkey PRIMARY KEY (id),
  constraint coupon_code_once UNIQUE (code),
  constraint coupons_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts.accounts(id),
  constraint coupon_ends_after_it_starts CHECK ((expires_at > starts_at)),
  constraint coupon_is_not_overused CHECK ((taken <= max_uses)),
  constraint coupons_code_check CHECK ((code ~ '^[A-Z0-9]{4,20}$'::text)),
  constraint coupons_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint coupons_max_uses_check CHECK ((max_uses > 0)),
  constraint coupons_minimum_amount_check CHECK ((minimum_amount > 0)),
  constraint coupons_taken_check CHECK ((taken >= 0)),
  constraint coupons_type_check CHECK ((type = ANY (ARRAY['percent'::text, 'fixed'::text]))),
  constraint coupons_value_check CHECK (((value >= 1) AND (value <= 100000000))),
  constraint percents_leave_something CHECK (((type <> 'percent'::text) OR (value < 100)))
);

create table coupons.uses (
  payment_id uuid not null,
  coupon_id uuid not null,
  account_id uuid not null,
  state text default 'reserved'::text not null,
  saved bigint not null,
  plain_tokens bigint not null,
  reserved_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint uses_pkey PRIMARY KEY (payment_id),
  constraint uses_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id),
  constraint uses_coupon_id_fkey FOREIGN KEY (coupon_id) REFERENCES coupons.coupons(id),
  constraint use_is_over_or_not CHECK (((state = 'reserved'::text) = (ended_at IS NULL))),
  constraint uses_plain_tokens_check CHECK ((plain_tokens > 0)),
  constraint uses_saved_check CHECK ((saved >= 0)),
  constraint uses_state_check CHECK ((state = ANY (ARRAY['reserved'::text, 'redeemed'::text, 'released'::text])))
);
CREATE UNIQUE INDEX coupon_once_a_member ON coupons.uses USING btree (coupon_id, account_id) WHERE (state <> 'released'::text);
CREATE INDEX uses_of_coupon ON coupons.uses USING btree (coupon_id, reserved_at DESC);

create table destinations.accounts (
  account_id uuid not null,
  account_type text not null,
  sealed bytea not null,
  hold_until timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  doubted_at timestamp with time zone,
  constraint accounts_pkey PRIMARY KEY (account_id, account_type),
  constraint accounts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id),
  constraint accounts_account_type_check CHECK ((account_type = ANY (ARRAY['paypal'::text, 'other'::text])))
);

create table destinations.bank_details (
  account_id uuid not null,
  sealed bytea not null,
  hold_until timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  doubted_at timestamp with time zone,
  constraint bank_details_pkey PRIMARY KEY (account_id),
  constraint bank_details_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id)
);

create table destinations.provider_accounts (
  account_id uuid not null,
  provider text not null,
  ref text not null,
  payouts_enabled boolean default false not null,
  asked_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint provider_accounts_pkey PRIMARY KEY (account_id, provider),
  constraint one_creator_each UNIQUE (provider, ref),
  constraint provider_accounts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id),
  constraint provider_accounts_provider_check CHECK ((provider = 'stripe'::text)),
  constraint provider_accounts_ref_check CHECK (((length(ref) >= 1) AND (length(ref) <= 200)))
);

create table earnings.covers (
  payout_id uuid not null,
  creator_id uuid not null,
  amount bigint not null,
  through_at timestamp with time zone,
  through_id uuid,
  rest bigint not null,
  done_at timestamp with time zone not null,
  constraint covers_pkey PRIMARY KEY (payout_id),
  constraint covers_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES accounts.accounts(id),
  constraint covers_through_id_fkey FOREIGN KEY (through_id) REFERENCES wallet.transfers(id),
  constraint covers_amount_check CHECK ((amount > 0)),
  constraint covers_rest_check CHECK ((rest >= 0)),
  constraint through_is_whole CHECK (((through_at IS NULL) = (through_id IS NULL)))
);
CREATE INDEX covers_of_creator ON earnings.covers USING btree (creator_id, done_at);

create table fans.lists (
  id uuid default uuidv7() not null,
  performer_id uuid not null,
  name text not null,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint lists_pkey PRIMARY KEY (id),
  constraint lists_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts.accounts(id),
  constraint lists_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60)))
);
CREATE INDEX lists_of_performer ON fans.lists USING btree (performer_id);
CREATE UNIQUE INDEX one_list_a_name ON fans.lists USING btree (performer_id, lower(name)) WHERE (deleted_at IS NULL);

create table fans.members (
  list_id uuid not null,
  fan_id uuid not null,
  added_at timestamp with time zone not null,
  constraint members_pkey PRIMARY KEY (list_id, fan_id),
  constraint members_fan_id_fkey FOREIGN KEY (fan_id) REFERENCES accounts.accounts(id),
  constraint members_list_id_fkey FOREIGN KEY (list_id) REFERENCES fans.lists(id)
);
CREATE INDEX members_by_fan ON fans.members USING btree (fan_id);

create table fans.notes (
  performer_id uuid not null,
  fan_id uuid not null,
  text text not null,
  written_at timestamp with time zone not null,
  constraint notes_pkey PRIMARY KEY (performer_id, fan_id),
  constraint notes_fan_id_fkey FOREIGN KEY (fan_id) REFERENCES accounts.accounts(id),
  constraint notes_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts.accounts(id),
  constraint notes_text_check CHECK (((char_length(text) >= 1) AND (char_length(text) <= 1000)))
);
CREATE INDEX notes_by_fan ON fans.notes USING btree (fan_id);

create table federation.attempts (
  state_hash bytea not null,
  browser_hash bytea not null,
  provider text not null,
  account_id uuid,
  role text not null,
  remember boolean not null,
  goes_to text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  referral_code text,
  constraint attempts_pkey PRIMARY KEY (state_hash),
  constraint attempts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id) ON DELETE CASCADE,
  constraint attempts_browser_hash_check CHECK ((octet_length(browser_hash) = 32)),
  constraint attempts_check CHECK ((expires_at > created_at)),
  constraint attempts_goes_to_check CHECK ((length(goes_to) <= 500)),
  constraint attempts_provider_check CHECK ((provider = ANY (ARRAY['google'::text, 'twitter'::text, 'openid'::text]))),
  constraint attempts_referral_code_check CHECK ((length(referral_code) <= 100)),
  constraint attempts_role_check CHECK ((role = ANY (ARRAY['user'::text, 'performer'::text]))),
  constraint attempts_state_hash_check CHECK ((octet_length(state_hash) = 32))
);
CREATE INDEX attempts_by_end ON federation.attempts USING btree (expires_at);
CREATE INDEX attempts_of_account ON federation.attempts USING btree (account_id) WHERE (account_id IS NOT NULL);

create table federation.spent (
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint spent_pkey PRIMARY KEY (token_hash),
  constraint spent_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX spent_by_end ON federation.spent USING btree (expires_at);

create table federation.tickets (
  token_hash bytea not null,
  provider text not null,
  issuer text not null,
  subject text not null,
  email text,
  is_email_verified boolean not null,
  name text,
  picture text,
  role text not null,
  remember boolean not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  referral_code text,
  constraint tickets_pkey PRIMARY KEY (token_hash),
  constraint tickets_check CHECK (((email IS NOT NULL) OR (NOT is_email_verified))),
  constraint tickets_check1 CHECK ((expires_at > created_at)),
  constraint tickets_email_check CHECK ((length(email) <= 254)),
  constraint tickets_issuer_check CHECK (((length(issuer) >= 1) AND (length(issuer) <= 2000))),
  constraint tickets_name_check CHECK ((length(name) <= 60)),
  constraint tickets_picture_check CHECK ((length(picture) <= 2000)),
  constraint tickets_provider_check CHECK ((provider = ANY (ARRAY['google'::text, 'twitter'::text, 'openid'::text]))),
  constraint tickets_referral_code_check CHECK ((length(referral_code) <= 100)),
  constraint tickets_role_check CHECK ((role = ANY (ARRAY['user'::text, 'performer'::text]))),
  constraint tickets_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 255))),
  constraint tickets_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX tickets_by_end ON federation.tickets USING btree (expires_at);

create table feeds.poll_options (
  id uuid default uuidv7() not null,
  creator_id uuid not null,
  work_id uuid,
  "position" integer,
  description text not null,
  expires_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint poll_options_pkey PRIMARY KEY (id),
  constraint one_option_a_place UNIQUE (work_id, "position") DEFERRABLE INITIALLY DEFERRED,
  constraint poll_options_work_id_id_key UNIQUE (work_id, id),
  constraint poll_options_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES accounts.accounts(id),
  constraint poll_options_work_id_fkey FOREIGN KEY (work_id) REFERENCES feeds.posts(work_id),
  constraint placed_when_it_joined CHECK (((work_id IS NULL) = ("position" IS NULL))),
  constraint poll_options_description_check CHECK (((length(description) >= 1) AND (length(description) <= 200))),
  constraint poll_options_position_check CHECK ((("position" >= 0) AND ("position" <= 9)))
);
CREATE INDEX options_unused ON feeds.poll_options USING btree (created_at) WHERE (work_id IS NULL);

create table feeds.posts (
  work_id uuid not null,
  text text default ''::text not null,
  tagline text default ''::text not null,
  streaming_at timestamp with time zone,
  poll_question text default ''::text not null,
  poll_expires_at timestamp with time zone,
  constraint posts_pkey PRIMARY KEY (work_id),
  constraint posts_work_id_fkey FOREIGN KEY (work_id) REFERENCES works.works(id),
  constraint posts_poll_question_check CHECK ((length(poll_question) <= 200)),
  constraint posts_tagline_check CHECK ((length(tagline) <= 200)),
  constraint posts_text_check CHECK ((length(text) <= 5000))
);
CREATE INDEX posts_announced ON feeds.posts USING btree (streaming_at) WHERE (streaming_at IS NOT NULL);

create table feeds.votes (
  work_id uuid not null,
  account_id uuid not null,
  option_id uuid not null,
  created_at timestamp with time zone not null,
  constraint one_vote_a_person PRIMARY KEY (work_id, account_id),
  constraint the_option_is_of_this_post FOREIGN KEY (work_id, option_id) REFERENCES feeds.poll_options(work_id, id),
  constraint votes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id)
);
CREATE INDEX votes_of_option ON feeds.votes USING btree (option_id);

create table files.files (
  id uuid default uuidv7() not null,
  owner_id uuid not null,
  purpose text not null,
  status text default 'created'::text not null,
  progress integer default 0 not null,
  media_type text not null,
  bytes bigint not null,
  sha256 text not null,
  width integer,
  height integer,
  renditions jsonb default '{}'::jsonb not null,
  blur text,
  claimed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  name text default ''::text not null,
  duration_ms integer,
  facts jsonb default '{}'::jsonb not null,
  failure text,
  tint_hue smallint,
  tint_strength smallint,
  lightened boolean default false not null,
  constraint files_pkey PRIMARY KEY (id),
  constraint files_bytes_check CHECK ((bytes > 0)),
  constraint files_duration_ms_check CHECK ((duration_ms > 0)),
  constraint files_failure_check CHECK ((failure = ANY (ARRAY['unreadable'::text, 'blocked'::text, 'too_long'::text]))),
  constraint files_height_check CHECK ((height > 0)),
  constraint files_name_check CHECK ((length(name) <= 200)),
  constraint files_progress_check CHECK (((progress >= 0) AND (progress <= 100))),
  constraint files_purpose_check CHECK ((purpose = ANY (ARRAY['photo'::text, 'video'::text, 'audio'::text, 'thumbnail'::text, 'teaser'::text, 'download'::text, 'avatar'::text, 'cover'::text, 'promo'::text]))),
  constraint files_status_check CHECK ((status = ANY (ARRAY['created'::text, 'processing'::text, 'finished'::text, 'error'::text]))),
  constraint files_tint_hue_check CHECK (((tint_hue >= 0) AND (tint_hue <= 359))),
  constraint files_tint_strength_check CHECK (((tint_strength >= 0) AND (tint_strength <= 100))),
  constraint files_width_check CHECK ((width > 0)),
  constraint finished_is_whole CHECK (((status <> 'finished'::text) OR (purpose = 'download'::text) OR ((purpose = 'audio'::text) AND (duration_ms IS NOT NULL)) OR ((width IS NOT NULL) AND (height IS NOT NULL) AND (blur IS NOT NULL)))),
  constraint tint_is_whole CHECK (((tint_hue IS NULL) = (tint_strength IS NULL)))
);
CREATE INDEX files_not_lightened ON files.files USING btree (created_at DESC, id DESC) WHERE ((status = 'finished'::text) AND (purpose = ANY (ARRAY['photo'::text, 'thumbnail'::text, 'avatar'::text, 'cover'::text, 'video'::text, 'teaser'::text])) AND (NOT lightened));
CREATE INDEX files_of_owner ON files.files USING btree (owner_id, created_at DESC);
CREATE INDEX files_of_owner_by_purpose ON files.files USING btree (owner_id, purpose, created_at DESC, id DESC);
CREATE INDEX files_unfinished ON files.files USING btree (created_at) WHERE (status = ANY (ARRAY['created'::text, 'processing'::text]));
CREATE INDEX files_without_tint ON files.files USING btree (id) WHERE ((blur IS NOT NULL) AND (tint_strength IS NULL));

create table files.marks (
  key text not null,
  file_id uuid not null,
  made_at timestamp with time zone not null,
  constraint marks_pkey PRIMARY KEY (key),
  constraint marks_file_id_fkey FOREIGN KEY (file_id) REFERENCES files.files(id)
);
CREATE INDEX marks_of_file ON files.marks USING btree (file_id);
CREATE INDEX marks_oldest ON files.marks USING btree (made_at);

create table files.viewings (
  file_id uuid not null,
  account_id uuid not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  constraint viewings_pkey PRIMARY KEY (file_id, account_id),
  constraint last_is_not_before_first CHECK ((last_at >= first_at))
);

create table finding.documents (
  collection text not null,
  id uuid not null,
  at timestamp with time zone not null,
  terms text[] not null,
  constraint documents_pkey PRIMARY KEY (collection, id),
  constraint documents_collection_check CHECK ((collection ~ '^[a-z]{2,20}$'::text))
);

create table finding.postings (
  collection text not null,
  term text not null,
  at timestamp with time zone not null,
  id uuid not null,
  constraint postings_term_check CHECK ((length(term) <= 60))
);
CREATE UNIQUE INDEX postings_newest ON finding.postings USING btree (collection, term, at DESC, id DESC);

create table finding.spellings (
  variant text not null,
  word text not null,
  constraint spellings_pkey PRIMARY KEY (variant, word),
  constraint spellings_word_check CHECK (((length(word) >= 5) AND (length(word) <= 40)))
);

create table fingerprints.blocked (
  id uuid default uuidv7() not null,
  kind text not null,
  bits bit varying(256) not null,
  source text not null,
  work_id uuid,
  created_at timestamp with time zone not null,
  constraint blocked_pkey PRIMARY KEY (id),
  constraint blocked_kind_bits_source_key UNIQUE (kind, bits, source),
  constraint blocked_bits_check CHECK ((length((bits)::"bit") = 256)),
  constraint blocked_kind_check CHECK ((kind = ANY (ARRAY['exact'::text, 'block'::text]))),
  constraint blocked_source_check CHECK (((length(source) >= 1) AND (length(source) <= 80)))
);

create table fingerprints.matches (
  id uuid default uuidv7() not null,
  file_id uuid not null,
  owner_id uuid not null,
  blocked_id uuid not null,
  distance integer not null,
  created_at timestamp with time zone not null,
  constraint matches_pkey PRIMARY KEY (id),
  constraint matches_blocked_id_fkey FOREIGN KEY (blocked_id) REFERENCES fingerprints.blocked(id),
  constraint matches_distance_check CHECK (((distance >= 0) AND (distance <= 256)))
);
CREATE INDEX matches_of_owner ON fingerprints.matches USING btree (owner_id, created_at);

create table fingerprints.prints (
  file_id uuid not null,
  kind text not null,
  variant text not null,
  bits bit varying(256) not null,
  constraint prints_pkey PRIMARY KEY (file_id, kind, variant),
  constraint prints_file_id_fkey FOREIGN KEY (file_id) REFERENCES files.files(id) ON DELETE CASCADE,
  constraint prints_bits_check CHECK ((length((bits)::"bit") = 256)),
  constraint prints_kind_check CHECK ((kind = ANY (ARRAY['exact'::text, 'block'::text]))),
  constraint prints_variant_check CHECK ((length(variant) <= 40))
);

create table fingerprints.unprinted (
  file_id uuid not null,
  constraint unprinted_pkey PRIMARY KEY (file_id),
  constraint unprinted_file_id_fkey FOREIGN KEY (file_id) REFERENCES files.files(id) ON DELETE CASCADE
);

create table follows.follows (
  fan_id uuid not null,
  performer_id uuid not null,
  created_at timestamp with time zone not null,
  constraint follows_pkey PRIMARY KEY (fan_id, performer_id),
  constraint follows_fan_id_fkey FOREIGN KEY (fan_id) REFERENCES accounts.accounts(id),
  constraint follows_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts.accounts(id),
  constraint not_oneself CHECK ((fan_id <> performer_id))
);
CREATE INDEX followers_in_order ON follows.follows USING btree (performer_id, fan_id);
CREATE INDEX follows_by_fan ON follows.follows USING btree (performer_id, fan_id);
CREATE INDEX follows_of_performer ON follows.follows USING btree (performer_id, created_at DESC);

create table follows.totals (
  performer_id uuid not null,
  followers bigint not null,
  constraint totals_pkey PRIMARY KEY (performer_id),
  constraint totals_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts.accounts(id),
  constraint totals_followers_check CHECK ((followers >= 0))
);

create table galleries.galleries (
  work_id uuid not null,
  description text default ''::text not null,
  cover_photo_id uuid,
  publish_when_ready boolean default false not null,
  constraint galleries_pkey PRIMARY KEY (work_id),
  constraint galleries_work_id_fkey FOREIGN KEY (work_id) REFERENCES works.works(id),
  constraint the_cover_is_of_this_gallery FOREIGN KEY (work_id, cover_photo_id) REFERENCES galleries.photos(work_id, id) ON DELETE SET NULL (cover_photo_id),
  constraint galleries_description_check CHECK ((length(description) <= 5000))
);

create table galleries.photos (
  id uuid default uuidv7() not null,
  work_id uuid not null,
  file_id uuid not null,
  title text default ''::text not null,
  description text default ''::text not null,
  is_active boolean default true not null,
  "position" integer not null,
  created_at timestamp with time zone not null,
  constraint photos_pkey PRIMARY KEY (id),
  constraint a_photo_of_a_gallery UNIQUE (work_id, id),
  constraint a_photo_once_a_gallery UNIQUE (work_id, file_id),
  constraint photos_file_id_fkey FOREIGN KEY (file_id) REFERENCES files.files(id),
  constraint photos_work_id_fkey FOREIGN KEY (work_id) REFERENCES galleries.galleries(work_id),
  constraint photos_description_check CHECK ((length(description) <= 2000)),
  constraint photos_title_check CHECK ((length(title) <= 200))
);
CREATE INDEX photos_of_file ON galleries.photos USING btree (file_id);
CREATE INDEX photos_of_gallery ON galleries.photos USING btree (work_id, "position", id);

create table gifts.gifts (
  id uuid default uuidv7() not null,
  giver_id uuid not null,
  recipient_id uuid not null,
  performer_id uuid not null,
  type text not null,
  message text default ''::text not null,
  subscription_id uuid not null,
  number integer not null,
  created_at timestamp with time zone not null,
  constraint gifts_pkey PRIMARY KEY (id),
  constraint gift_is_one_period UNIQUE (subscription_id, number),
  constraint gifts_giver_id_fkey FOREIGN KEY (giver_id) REFERENCES accounts.accounts(id),
  constraint gifts_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts.accounts(id),
  constraint gifts_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES accounts.accounts(id),
  constraint gifts_subscription_id_number_fkey FOREIGN KEY (subscription_id, number) REFERENCES subscriptions.periods(subscription_id, number),
  constraint gifts_message_check CHECK ((length(message) <= 200)),
  constraint gifts_type_check CHECK ((type = ANY (ARRAY['monthly'::text, 'three_months'::text, 'six_months'::text, 'yearly'::text]))),
  constraint not_to_oneself CHECK ((giver_id <> recipient_id)),
  constraint not_to_whom_it_pays CHECK ((recipient_id <> performer_id))
);
CREATE INDEX gifts_given ON gifts.gifts USING btree (giver_id, created_at DESC, id DESC);
CREATE INDEX gifts_received ON gifts.gifts USING btree (recipient_id, created_at DESC, id DESC);

create table identity.applications (
  account_id uuid not null,
  legal_name text not null,
  birth_date date not null,
  country text not null,
  phone text not null,
  agreement_version text not null,
  state text default 'pending'::text not null,
  reason text,
  submitted_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  decided_by uuid,
  constraint applications_pkey PRIMARY KEY (account_id),
  constraint applications_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id),
  constraint applications_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES accounts.accounts(id),
  constraint applications_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint applications_legal_name_check CHECK (((length(legal_name) >= 1) AND (length(legal_name) <= 120))),
  constraint applications_phone_check CHECK ((length(phone) <= 30)),
  constraint applications_reason_check CHECK ((length(reason) <= 1000)),
  constraint applications_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text]))),
  constraint decided_is_whole CHECK (((state = 'pending'::text) = (decided_at IS NULL))),
  constraint rejected_says_why CHECK (((state <> 'rejected'::text) OR (reason IS NOT NULL)))
);
CREATE INDEX applications_waiting ON identity.applications USING btree (submitted_at) WHERE (state = 'pending'::text);

create table identity.document_views (
  document_id uuid not null,
  viewer_id uuid not null,
  viewed_at timestamp with time zone not null,
  constraint document_views_pkey PRIMARY KEY (document_id, viewer_id),
  constraint document_views_document_id_fkey FOREIGN KEY (document_id) REFERENCES identity.documents(id),
  constraint document_views_viewer_id_fkey FOREIGN KEY (viewer_id) REFERENCES accounts.accounts(id)
);
CREATE INDEX document_views_viewer ON identity.document_views USING btree (viewer_id);

create table identity.documents (
  id uuid default uuidv7() not null,
  account_id uuid not null,
  kind text not null,
  storage_key text not null,
  media_type text not null,
  bytes bigint not null,
  sha256 text not null,
  created_at timestamp with time zone not null,
  replaced_at timestamp with time zone,
  constraint documents_pkey PRIMARY KEY (id),
  constraint documents_storage_key_key UNIQUE (storage_key),
  constraint documents_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id),
  constraint documents_bytes_check CHECK ((bytes > 0)),
  constraint documents_kind_check CHECK ((kind = ANY (ARRAY['idVerification'::text, 'documentVerification'::text, 'release'::text, 'w9'::text])))
);
CREATE UNIQUE INDEX documents_of_account ON identity.documents USING btree (account_id, kind) WHERE (replaced_at IS NULL);

create table invoices.counters (
  kind text not null,
  year integer not null,
  last integer not null,
  constraint counters_pkey PRIMARY KEY (kind, year),
  constraint counters_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit_note'::text, 'debit_note'::text]))),
  constraint counters_last_check CHECK ((last > 0)),
  constraint counters_year_check CHECK (((year >= 2020) AND (year <= 2999)))
);

create table invoices.invoices (
  id uuid default uuidv7() not null,
  kind text not null,
  year integer not null,
  number integer not null,
  key text not null,
  transaction_id uuid not null,
  account_id uuid not null,
  amount bigint not null,
  currency text not null,
  content jsonb not null,
  issued_at timestamp with time zone not null,
  constraint invoices_pkey PRIMARY KEY (id),
  constraint invoice_once UNIQUE (key),
  constraint number_once UNIQUE (kind, year, number),
  constraint invoices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id),
  constraint invoices_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES payments.transactions(id),
  constraint invoices_amount_check CHECK ((amount > 0)),
  constraint invoices_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint invoices_key_check CHECK ((length(key) <= 120)),
  constraint invoices_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit_note'::text, 'debit_note'::text])))
);
CREATE INDEX invoices_of_account ON invoices.invoices USING btree (account_id, issued_at DESC, id DESC);
CREATE INDEX invoices_of_payment ON invoices.invoices USING btree (transaction_id, id);

create table live.bans (
  performer_id uuid not null,
  account_id uuid not null,
  reason text default ''::text not null,
  banned_at timestamp with time zone not null,
  constraint bans_pkey PRIMARY KEY (performer_id, account_id),
  constraint bans_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id),
  constraint bans_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts.accounts(id),
  constraint bans_reason_check CHECK ((char_length(reason) <= 200)),
  constraint nobody_bans_themselves CHECK ((performer_id <> account_id))
);
CREATE INDEX banned_from ON live.bans USING btree (account_id);

create table live.consents (
  id uuid default uuidv7() not null,
  stream_id uuid not null,
  guest_id uuid not null,
  text text not null,
  agreed_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  scheduled_at timestamp with time zone not null,
  is_recorded boolean not null,
  title text not null,
  description text not null,
  constraint consents_pkey PRIMARY KEY (id),
  constraint consents_guest_id_fkey FOREIGN KEY (guest_id) REFERENCES accounts.accounts(id),
  constraint consents_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES live.streams(work_id),
  constraint consents_check CHECK ((ended_at >= agreed_at)),
  constraint consents_text_check CHECK (((char_length(text) >= 1) AND (char_length(text) <= 5000)))
);
CREATE INDEX consents_of_stream ON live.consents USING btree (stream_id, agreed_at);
CREATE UNIQUE INDEX one_consent_at_once ON live.consents USING btree (stream_id) WHERE (ended_at IS NULL);

create table live.flows (
  stream_id uuid not null,
  account_id uuid not null,
  flowed_ms bigint default 0 not null,
  flowing_at timestamp with time zone,
  constraint flows_pkey PRIMARY KEY (stream_id, account_id),
  constraint flows_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id),
  constraint flows_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES live.streams(work_id),
  constraint flows_flowed_ms_check CHECK ((flowed_ms >= 0))
);
CREATE INDEX flows_of_account ON live.flows USING btree (account_id);

create table live.goals (
  id uuid default uuidv7() not null,
  stream_id uuid not null,
  amount bigint not null,
  title text default ''::text not null,
  set_at timestamp with time zone not null,
  reached_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint goals_pkey PRIMARY KEY (id),
  constraint goals_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES live.streams(work_id),
  constraint goals_amount_check CHECK (((amount >= 1) AND (amount <= '1000000000000'::bigint))),
  constraint goals_check CHECK ((reached_at >= set_at)),
  constraint goals_check1 CHECK ((ended_at >= set_at)),
  constraint goals_title_check CHECK ((char_length(title) <= 100))
);
CREATE UNIQUE INDEX one_goal_a_stream ON live.goals USING btree (stream_id) WHERE (ended_at IS NULL);

create table live.hls_runs (
  stream_id uuid not null,
  run text not null,
  ready_at timestamp with time zone,
  taken_by uuid not null,
  taken_until timestamp with time zone not null,
  constraint hls_runs_pkey PRIMARY KEY (stream_id),
  constraint hls_runs_run_key UNIQUE (run),
  constraint hls_runs_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES live.streams(work_id),
  constraint hls_runs_run_check CHECK ((run ~ '^[0-9a-f]{32}$'::text))
);

create table live.hls_viewers (
  stream_id uuid not null,
  account_id uuid not null,
  is_unseen boolean not null,
  asked_at timestamp with time zone not null,
  constraint hls_viewers_pkey PRIMARY KEY (account_id),
  constraint hls_viewers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id),
  constraint hls_viewers_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES live.streams(work_id)
);
CREATE INDEX hls_viewers_by_time ON live.hls_viewers USING btree (asked_at);
CREATE INDEX hls_viewers_of_stream ON live.hls_viewers USING btree (stream_id, asked_at);

create table live.invitations (
  stream_id uuid not null,
  guest_id uuid not null,
  scheduled_at timestamp with time zone not null,
  asked_at timestamp with time zone not null,
  no_at timestamp with time zone,
  constraint invitations_pkey PRIMARY KEY (stream_id, guest_id, scheduled_at),
  constraint invitations_guest_id_fkey FOREIGN KEY (guest_id) REFERENCES accounts.accounts(id),
  constraint invitations_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES live.streams(work_id),
  constraint invitations_check CHECK ((no_at >= asked_at))
);

create table live.menu_items (
  id uuid default uuidv7() not null,
  performer_id uuid not null,
  title text not null,
  price bigint not null,
  "position" integer not null,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint menu_items_pkey PRIMARY KEY (id),
  constraint menu_items_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts.accounts(id),
  constraint menu_items_position_check CHECK (("position" >= 0)),
  constraint menu_items_price_check CHECK (((price >= 1) AND (price <= '1000000000000'::bigint))),
  constraint menu_items_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 80)))
);
CREATE INDEX menu_of_performer ON live.menu_items USING btree (performer_id, "position") WHERE (deleted_at IS NULL);

create table live.meters (
  id uuid default uuidv7() not null,
  stream_id uuid not null,
  payer_id uuid not null,
  role text not null,
  minute_price bigint not null,
  served_ms bigint default 0 not null,
  engine_run text,
  engine_ms bigint default 0 not null,
  opened_at timestamp with time zone not null,
  last_flow_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  closed_why text,
  constraint meters_pkey PRIMARY KEY (id),
  constraint meters_payer_id_fkey FOREIGN KEY (payer_id) REFERENCES accounts.accounts(id),
  constraint meters_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES live.streams(work_id),
  constraint a_closed_meter_has_its_reason CHECK (((closed_at IS NULL) = (closed_why IS NULL))),
  constraint meters_check CHECK ((closed_at >= opened_at)),
  constraint meters_closed_why_check CHECK ((closed_why = ANY (ARRAY['left'::text, 'short'::text, 'ended'::text, 'shut_out'::text, 'silent'::text]))),
  constraint meters_engine_ms_check CHECK ((engine_ms >= 0)),
  constraint meters_minute_price_check CHECK (((minute_price >= 1) AND (minute_price <= '1000000000000'::bigint))),
  constraint meters_role_check CHECK ((role = ANY (ARRAY['guest'::text, 'viewer'::text, 'spy'::text]))),
  constraint meters_served_ms_check CHECK ((served_ms >= 0))
);
CREATE INDEX meters_of_payer ON live.meters USING btree (payer_id, opened_at DESC, id DESC);
CREATE INDEX meters_of_stream ON live.meters USING btree (stream_id, opened_at, id);
CREATE INDEX meters_that_run ON live.meters USING btree (stream_id) WHERE (closed_at IS NULL);
CREATE UNIQUE INDEX one_guest_a_show ON live.meters USING btree (stream_id) WHERE (role = 'guest'::text);
CREATE UNIQUE INDEX one_meter_at_once ON live.meters USING btree (stream_id, payer_id) WHERE (closed_at IS NULL);

create table live.moderators (
  performer_id uuid not null,
  account_id uuid not null,
  named_at timestamp with time zone not null,
  constraint moderators_pkey PRIMARY KEY (performer_id, account_id),
  constraint moderators_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id),
  constraint moderators_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts.accounts(id),
  constraint nobody_moderates_themselves CHECK ((performer_id <> account_id))
);
CREATE INDEX moderates ON live.moderators USING btree (account_id);

create table live.poll_options (
  id uuid default uuidv7() not null,
  poll_id uuid not null,
  "position" integer not null,
  description text not null,
  constraint poll_options_pkey PRIMARY KEY (id),
  constraint one_option_a_place_in_a_poll UNIQUE (poll_id, "position"),
  constraint poll_options_poll_id_id_key UNIQUE (poll_id, id),
  constraint poll_options_poll_id_fkey FOREIGN KEY (poll_id) REFERENCES live.polls(id),
  constraint poll_options_description_check CHECK (((char_length(description) >= 1) AND (char_length(description) <= 200))),
  constraint poll_options_position_check CHECK ((("position" >= 0) AND ("position" <= 9)))
);

create table live.polls (
  id uuid default uuidv7() not null,
  stream_id uuid not null,
  question text default ''::text not null,
  expires_at timestamp with time zone,
  made_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint polls_pkey PRIMARY KEY (id),
  constraint polls_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES live.streams(work_id),
  constraint polls_check CHECK ((expires_at > made_at)),
  constraint polls_check1 CHECK ((ended_at >= made_at)),
  constraint polls_question_check CHECK ((char_length(question) <= 200))
);
CREATE UNIQUE INDEX one_poll_at_once ON live.polls USING btree (stream_id) WHERE (ended_at IS NULL);
CREATE INDEX polls_of_stream ON live.polls USING btree (stream_id, made_at DESC, id DESC);

create table live.presences (
  stream_id uuid not null,
  side text not null,
  name text not null,
  account_id uuid not null,
  part text not null,
  admitted_until timestamp with time zone not null,
  put_out_at timestamp with time zone,
  is_there boolean default false not null,
  session text,
  tracks text[] default '{}'::text[] not null,
  changed_at timestamp with time zone,
  heard_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  constraint presences_pkey PRIMARY KEY (stream_id, side, name),
  constraint presences_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id),
  constraint presences_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES live.streams(work_id),
  constraint only_who_is_there_sends CHECK ((is_there OR (cardinality(tracks) = 0))),
  constraint presences_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 64))),
  constraint presences_part_check CHECK ((part = ANY (ARRAY['sends'::text, 'watches'::text, 'looks_on'::text]))),
  constraint presences_session_check CHECK (((char_length(session) >= 1) AND (char_length(session) <= 100))),
  constraint presences_side_check CHECK ((side = ANY (ARRAY['performer'::text, 'guest'::text]))),
  constraint who_is_there_was_seen CHECK (((NOT is_there) OR ((session IS NOT NULL) AND (confirmed_at IS NOT NULL))))
);
CREATE INDEX presences_of_account ON live.presences USING btree (account_id);
CREATE INDEX presences_there ON live.presences USING btree (stream_id) WHERE is_there;

create table live.profiles (
  performer_id uuid not null,
  title text default ''::text not null,
  description text default ''::text not null,
  type text default 'public'::text not null,
  price bigint default 0 not null,
  key_hash bytea,
  key_made_at timestamp with time zone,
  group_price bigint,
  private_price bigint,
  min_minutes integer default 1 not null,
  spy_price bigint,
  record boolean default false not null,
  record_audience text,
  record_price bigint,
  constraint profiles_pkey PRIMARY KEY (performer_id),
  constraint profiles_key_hash_key UNIQUE (key_hash),
  constraint profiles_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts.accounts(id),
  constraint a_key_has_its_time CHECK (((key_hash IS NULL) = (key_made_at IS NULL))),
  constraint profiles_description_check CHECK ((char_length(description) <= 2000)),
  constraint profiles_group_price_check CHECK (((group_price >= 1) AND (group_price <= '1000000000000'::bigint))),
  constraint profiles_key_hash_check CHECK ((octet_length(key_hash) = 32)),
  constraint profiles_min_minutes_check CHECK (((min_minutes >= 1) AND (min_minutes <= 60))),
  constraint profiles_price_check CHECK (((price >= 0) AND (price <= '1000000000000'::bigint))),
  constraint profiles_private_price_check CHECK (((private_price >= 1) AND (private_price <= '1000000000000'::bigint))),
  constraint profiles_record_audience_check CHECK ((record_audience = ANY (ARRAY['free'::text, 'followers'::text, 'subscription'::text, 'ppv'::text]))),
  constraint profiles_record_price_check CHECK (((record_price >= 1) AND (record_price <= '1000000000000'::bigint))),
  constraint profiles_spy_price_check CHECK (((spy_price >= 1) AND (spy_price <= '1000000000000'::bigint))),
  constraint profiles_title_check CHECK ((char_length(title) <= 120)),
  constraint profiles_type_check CHECK ((type = ANY (ARRAY['public'::text, 'followers'::text, 'subscribers'::text, 'ticket'::text, 'group'::text])))
);

create table live.provider_events (
  provider text not null,
  id text not null,
  heard_at timestamp with time zone not null,
  constraint provider_events_pkey PRIMARY KEY (provider, id),
  constraint provider_events_id_check CHECK (((char_length(id) >= 1) AND (char_length(id) <= 200))),
  constraint provider_events_provider_check CHECK ((provider = ANY (ARRAY['livekit'::text, 'agora'::text])))
);
CREATE INDEX provider_events_by_age ON live.provider_events USING btree (heard_at);

create table live.recordings (
  stream_id uuid not null,
  audience text not null,
  price bigint default 0 not null,
  state text default 'asked'::text not null,
  video_id uuid,
  taken_by uuid,
  taken_until timestamp with time zone,
  asked_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  reason text,
  film_type text,
  constraint recordings_pkey PRIMARY KEY (stream_id),
  constraint recordings_video_id_key UNIQUE (video_id),
  constraint recordings_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES live.streams(work_id),
  constraint recordings_video_id_fkey FOREIGN KEY (video_id) REFERENCES works.works(id),
  constraint only_what_is_sold_has_a_price CHECK (((audience = 'ppv'::text) = (price > 0))),
  constraint recordings_audience_check CHECK ((audience = ANY (ARRAY['free'::text, 'followers'::text, 'subscription'::text, 'ppv'::text]))),
  constraint recordings_check CHECK ((settled_at >= asked_at)),
  constraint recordings_film_type_check CHECK ((film_type = ANY (ARRAY['video/webm'::text, 'video/mp4'::text, 'video/x-matroska'::text]))),
  constraint recordings_price_check CHECK (((price >= 0) AND (price <= '1000000000000'::bigint))),
  constraint recordings_reason_check CHECK ((reason = ANY (ARRAY['nothing_taped'::text, 'unreadable'::text, 'refused'::text, 'cut'::text]))),
  constraint recordings_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'preparing'::text, 'made'::text, 'short'::text, 'withheld'::text, 'failed'::text]))),
  constraint what_has_no_video_says_why CHECK (
CASE state
    WHEN 'failed'::text THEN COALESCE((reason = ANY (ARRAY['nothing_taped'::text, 'unreadable'::text, 'refused'::text])), false)
    WHEN 'withheld'::text THEN COALESCE((reason = 'cut'::text), false)
    ELSE (reason IS NULL)
END),
  constraint what_is_made_has_its_video CHECK (((state = 'made'::text) = (video_id IS NOT NULL))),
  constraint what_is_sealed_says_what_it_is CHECK (((state = 'withheld'::text) = (film_type IS NOT NULL))),
  constraint what_is_settled_has_its_time CHECK (((state = ANY (ARRAY['asked'::text, 'preparing'::text])) = (settled_at IS NULL))),
  constraint who_takes_it_says_how_long CHECK (((taken_by IS NULL) = (taken_until IS NULL)))
);
CREATE INDEX recordings_to_settle ON live.recordings USING btree (stream_id) WHERE (settled_at IS NULL);
CREATE INDEX recordings_withheld ON live.recordings USING btree (settled_at DESC, stream_id DESC) WHERE (state = 'withheld'::text);

create table live.reminders (
  stream_id uuid not null,
  account_id uuid not null,
  made_at timestamp with time zone not null,
  constraint reminders_pkey PRIMARY KEY (stream_id, account_id),
  constraint reminders_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id),
  constraint reminders_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES live.streams(work_id)
);

create table live.requests (
  id uuid default uuidv7() not null,
  performer_id uuid not null,
  fan_id uuid not null,
  conversation_id uuid not null,
  note text default ''::text not null,
  minute_price bigint not null,
  min_minutes integer not null,
  spy_price bigint,
  state text default 'asked'::text not null,
  asked_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  stream_id uuid,
  constraint requests_pkey PRIMARY KEY (id),
  constraint requests_stream_id_key UNIQUE (stream_id),
  constraint requests_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES messaging.conversations(id),
  constraint requests_fan_id_fkey FOREIGN KEY (fan_id) REFERENCES accounts.accounts(id),
  constraint requests_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts.accounts(id),
  constraint requests_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES live.streams(work_id),
  constraint nobody_asks_themselves CHECK ((performer_id <> fan_id)),
  constraint requests_check CHECK ((ended_at >= asked_at)),
  constraint requests_min_minutes_check CHECK (((min_minutes >= 1) AND (min_minutes <= 60))),
  constraint requests_minute_price_check CHECK (((minute_price >= 1) AND (minute_price <= '1000000000000'::bigint))),
  constraint requests_note_check CHECK ((char_length(note) <= 200)),
  constraint requests_spy_price_check CHECK (((spy_price >= 1) AND (spy_price <= '1000000000000'::bigint))),
  constraint requests_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text, 'expired'::text]))),
  constraint what_was_accepted_is_shown CHECK (((state = 'accepted'::text) = (stream_id IS NOT NULL))),
  constraint what_was_answered_has_its_time CHECK (((state = 'asked'::text) = (ended_at IS NULL)))
);
CREATE UNIQUE INDEX one_request_at_once ON live.requests USING btree (performer_id, fan_id) WHERE (state = 'asked'::text);
CREATE INDEX requests_in_conversation ON live.requests USING btree (conversation_id);
CREATE INDEX requests_of_fan ON live.requests USING btree (fan_id, asked_at DESC, id DESC);
CREATE INDEX requests_of_performer ON live.requests USING btree (performer_id, asked_at DESC, id DESC);
CREATE INDEX requests_that_wait ON live.requests USING btree (asked_at) WHERE (state = 'asked'::text);

create table live.streams (
  work_id uuid not null,
  performer_id uuid not null,
  type text not null,
  description text default ''::text not null,
  status text not null,
  scheduled_at timestamp with time zone,
  started_at timestamp with time zone,
  first_seen_at timestamp with time zone,
  last_beat_at timestamp with time zone,
  duration integer default 0 not null,
  most_viewers integer default 0 not null,
  ended_at timestamp with time zone,
  ended_why text,
  ended_by uuid,
  created_at timestamp with time zone not null,
  minute_price bigint,
  min_minutes integer default 1 not null,
  spy_price bigint,
  moved_at timestamp with time zone,
  reminded_at timestamp with time zone,
  provider text default 'embedded'::text not null,
  provider_closed_at timestamp with time zone,
  guest_id uuid,
  guest_state text,
  post_id uuid,
  holders_told_at timestamp with time zone,
  snapshot_tried_at timestamp with time zone,
  snapshot_at timestamp with time zone,
  seen_at timestamp with time zone,
  seen_ms bigint default 0 not null,
  constraint streams_pkey PRIMARY KEY (work_id),
  constraint streams_post_id_key UNIQUE (post_id),
  constraint streams_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES accounts.accounts(id),
  constraint streams_guest_id_fkey FOREIGN KEY (guest_id) REFERENCES accounts.accounts(id),
  constraint streams_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts.accounts(id),
  constraint streams_post_id_fkey FOREIGN KEY (post_id) REFERENCES feeds.posts(work_id),
  constraint streams_work_id_fkey FOREIGN KEY (work_id) REFERENCES works.works(id),
  constraint a_guest_has_a_state CHECK (((guest_id IS NULL) = (guest_state IS NULL))),
  constraint a_stream_is_told_or_shown CHECK (((status <> 'scheduled'::text) OR (scheduled_at IS NOT NULL))),
  constraint an_end_is_whole CHECK ((((status = 'ended'::text) = (ended_at IS NOT NULL)) AND ((ended_at IS NULL) = (ended_why IS NULL)))),
  constraint minutes_are_shown_by_who_carries_them CHECK (((provider <> 'agora'::text) OR (type <> ALL (ARRAY['group'::text, 'private'::text])))),
  constraint no_guest_performer_by_the_minute CHECK (((guest_id IS NULL) OR (type <> ALL (ARRAY['group'::text, 'private'::text])))),
  constraint nobody_is_their_own_guest CHECK ((guest_id <> performer_id)),
  constraint nothing_counts_that_nobody_saw CHECK (((seen_ms = 0) OR (first_seen_at IS NOT NULL))),
  constraint nothing_ends_before_it_begins CHECK ((ended_at >= started_at)),
  constraint only_a_metered_show_has_a_minute_price CHECK (((type = ANY (ARRAY['group'::text, 'private'::text])) = (minute_price IS NOT NULL))),
  constraint only_a_private_show_is_looked_in_on CHECK (((spy_price IS NULL) OR (type = 'private'::text))),
  constraint only_a_public_stream_is_on_its_card CHECK (((type = 'public'::text) OR ((snapshot_tried_at IS NULL) AND (snapshot_at IS NULL)))),
  constraint only_what_ended_is_closed CHECK (((provider_closed_at IS NULL) OR ((status = 'ended'::text) AND (provider <> 'embedded'::text)))),
  constraint streams_description_check CHECK ((char_length(description) <= 2000)),
  constraint streams_duration_check CHECK ((duration >= 0)),
  constraint streams_ended_why_check CHECK ((ended_why = ANY (ARRAY['performer'::text, 'silent'::text, 'staff'::text, 'missed'::text, 'guest'::text, 'balance'::text]))),
  constraint streams_guest_state_check CHECK ((guest_state = ANY (ARRAY['asked'::text, 'agreed'::text, 'declined'::text, 'withdrawn'::text]))),
  constraint streams_min_minutes_check CHECK (((min_minutes >= 1) AND (min_minutes <= 60))),
  constraint streams_minute_price_check CHECK (((minute_price >= 1) AND (minute_price <= '1000000000000'::bigint))),
  constraint streams_most_viewers_check CHECK ((most_viewers >= 0)),
  constraint streams_provider_check CHECK ((provider = ANY (ARRAY['embedded'::text, 'livekit'::text, 'agora'::text]))),
  constraint streams_seen_ms_check CHECK ((seen_ms >= 0)),
  constraint streams_spy_price_check CHECK (((spy_price >= 1) AND (spy_price <= '1000000000000'::bigint))),
  constraint streams_status_check CHECK ((status = ANY (ARRAY['scheduled'::text, 'live'::text, 'ended'::text]))),
  constraint streams_type_check CHECK ((type = ANY (ARRAY['public'::text, 'followers'::text, 'subscribers'::text, 'ticket'::text, 'group'::text, 'private'::text]))),
  constraint what_is_shown_has_begun CHECK (((status <> 'live'::text) OR ((started_at IS NOT NULL) AND (last_beat_at IS NOT NULL)))),
  constraint what_was_seen_began_to_be CHECK (((first_seen_at IS NULL) = (seen_at IS NULL))),
  constraint what_was_seen_had_begun CHECK (((first_seen_at IS NULL) OR (started_at IS NOT NULL)))
);
CREATE UNIQUE INDEX one_on_air ON live.streams USING btree (performer_id) WHERE (status = 'live'::text);
CREATE INDEX streams_moved ON live.streams USING btree (moved_at, work_id) WHERE (moved_at IS NOT NULL);
CREATE INDEX streams_of_guest ON live.streams USING btree (guest_id, work_id) WHERE (guest_id IS NOT NULL);
CREATE INDEX streams_of_performer ON live.streams USING btree (performer_id, created_at DESC, work_id DESC);
CREATE INDEX streams_on_air ON live.streams USING btree (started_at DESC, work_id DESC) WHERE (status = 'live'::text);
CREATE INDEX streams_to_close ON live.streams USING btree (provider, ended_at) WHERE ((status = 'ended'::text) AND (provider <> 'embedded'::text) AND (provider_closed_at IS NULL));
CREATE INDEX streams_to_come ON live.streams USING btree (scheduled_at, work_id) WHERE (status = 'scheduled'::text);
CREATE INDEX streams_to_tell_of ON live.streams USING btree (started_at, work_id) WHERE ((status = 'live'::text) AND (type = 'ticket'::text) AND (holders_told_at IS NULL));

create table live.ticks (
  meter_id uuid not null,
  number integer not null,
  transfer_id uuid not null,
  amount bigint not null,
  served_ms bigint not null,
  at timestamp with time zone not null,
  digest bytea not null,
  signature bytea not null,
  public_key bytea not null,
  returned_at timestamp with time zone,
  constraint ticks_pkey PRIMARY KEY (meter_id, number),
  constraint ticks_transfer_id_key UNIQUE (transfer_id),
  constraint ticks_meter_id_fkey FOREIGN KEY (meter_id) REFERENCES live.meters(id),
  constraint ticks_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES wallet.transfers(id),
  constraint ticks_amount_check CHECK (((amount >= 1) AND (amount <= '1000000000000'::bigint))),
  constraint ticks_check CHECK ((served_ms > (((number - 1) * (60000)::bigint) - 1))),
  constraint ticks_check1 CHECK ((returned_at >= at)),
  constraint ticks_digest_check CHECK ((octet_length(digest) = 32)),
  constraint ticks_number_check CHECK ((number >= 1)),
  constraint ticks_public_key_check CHECK ((octet_length(public_key) = 32)),
  constraint ticks_signature_check CHECK ((octet_length(signature) = 64))
);

create table live.tips (
  transfer_id uuid not null,
  stream_id uuid not null,
  goal_id uuid,
  menu_item_id uuid,
  fan_id uuid not null,
  is_anonymous boolean not null,
  amount bigint not null,
  given_at timestamp with time zone not null,
  returned_at timestamp with time zone,
  constraint tips_pkey PRIMARY KEY (transfer_id),
  constraint tips_fan_id_fkey FOREIGN KEY (fan_id) REFERENCES accounts.accounts(id),
  constraint tips_goal_id_fkey FOREIGN KEY (goal_id) REFERENCES live.goals(id),
  constraint tips_menu_item_id_fkey FOREIGN KEY (menu_item_id) REFERENCES live.menu_items(id),
  constraint tips_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES live.streams(work_id),
  constraint tips_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES wallet.transfers(id),
  constraint tips_amount_check CHECK ((amount > 0))
);
CREATE INDEX tips_of_goal ON live.tips USING btree (goal_id) WHERE (goal_id IS NOT NULL);
CREATE INDEX tips_of_stream ON live.tips USING btree (stream_id);

create table live.votes (
  poll_id uuid not null,
  account_id uuid not null,
  option_id uuid not null,
  voted_at timestamp with time zone not null,
  constraint one_vote_a_person_in_a_poll PRIMARY KEY (poll_id, account_id),
  constraint the_option_is_of_this_poll FOREIGN KEY (poll_id, option_id) REFERENCES live.poll_options(poll_id, id),
  constraint votes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id)
);
CREATE INDEX live_votes_of_option ON live.votes USING btree (option_id);

create table live.whereabouts (
  stream_id uuid not null,
  account_id uuid not null,
  country text,
  noted_at timestamp with time zone not null,
  side text not null,
  constraint noted_once UNIQUE NULLS NOT DISTINCT (stream_id, account_id, side, country),
  constraint whereabouts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id),
  constraint whereabouts_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES live.streams(work_id),
  constraint whereabouts_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint whereabouts_side_check CHECK ((side = ANY (ARRAY['performer'::text, 'guest'::text])))
);

create table mail.letters (
  id uuid default uuidv7() not null,
  recipient text not null,
  subject text not null,
  content jsonb not null,
  state text default 'waiting'::text not null,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  constraint letters_pkey PRIMARY KEY (id),
  constraint letters_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'kept'::text, 'failed'::text])))
);
CREATE INDEX letters_newest ON mail.letters USING btree (created_at DESC);

create table merchants.own_accounts (
  performer_id uuid not null,
  gateway text not null,
  is_active boolean not null,
  sealed bytea,
  ending text,
  changed_at timestamp with time zone not null,
  constraint own_accounts_pkey PRIMARY KEY (performer_id, gateway),
  constraint own_accounts_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts.accounts(id),
  constraint own_accounts_ending_check CHECK (((length(ending) >= 1) AND (length(ending) <= 4))),
  constraint own_accounts_gateway_check CHECK ((gateway ~ '^[a-z]{2,20}$'::text)),
  constraint what_is_used_is_there CHECK (((NOT is_active) OR (sealed IS NOT NULL)))
);

create table merchants.own_hooks (
  performer_id uuid not null,
  digest bytea not null,
  noted_at timestamp with time zone not null,
  constraint own_hooks_pkey PRIMARY KEY (performer_id, digest),
  constraint own_hooks_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts.accounts(id),
  constraint own_hooks_digest_check CHECK ((octet_length(digest) = 32))
);

create table messaging.conversations (
  id uuid default uuidv7() not null,
  kind text not null,
  performer_id uuid not null,
  fan_id uuid,
  last_change bigint default 0 not null,
  last_message_at timestamp with time zone,
  last_of_performer bigint default 0 not null,
  last_of_fan bigint default 0 not null,
  read_by_performer bigint default 0 not null,
  read_by_fan bigint default 0 not null,
  fan_wrote boolean default false not null,
  pinned_by_performer_at timestamp with time zone,
  pinned_by_fan_at timestamp with time zone,
  archived_by_performer_at timestamp with time zone,
  archived_by_fan_at timestamp with time zone,
  muted_by_performer_at timestamp with time zone,
  muted_by_fan_at timestamp with time zone,
  created_at timestamp with time zone not null,
  last_personal_at timestamp with time zone,
  left_campaigns_at timestamp with time zone,
  marked_unread_by_performer_at timestamp with time zone,
  marked_unread_by_fan_at timestamp with time zone,
  told_read_by_performer bigint default 0 not null,
  told_read_by_fan bigint default 0 not null,
  constraint conversations_pkey PRIMARY KEY (id),
  constraint conversations_fan_id_fkey FOREIGN KEY (fan_id) REFERENCES accounts.accounts(id),
  constraint conversations_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts.accounts(id),
  constraint a_conversation_is_private_or_a_room CHECK ((kind = ANY (ARRAY['private'::text, 'room'::text]))),
  constraint a_private_one_has_two_people CHECK ((((kind = 'private'::text) = (fan_id IS NOT NULL)) AND (fan_id IS DISTINCT FROM performer_id))),
  constraint conversations_check CHECK (((read_by_performer >= 0) AND (read_by_performer <= last_change))),
  constraint conversations_check1 CHECK (((read_by_fan >= 0) AND (read_by_fan <= last_change))),
  constraint conversations_last_change_check CHECK ((last_change >= 0)),
  constraint nobody_is_told_of_what_was_not_read CHECK ((((told_read_by_performer >= 0) AND (told_read_by_performer <= read_by_performer)) AND ((told_read_by_fan >= 0) AND (told_read_by_fan <= read_by_fan))))
);
CREATE INDEX inbox_of_fan ON messaging.conversations USING btree (fan_id, last_message_at DESC, id DESC) WHERE (last_message_at IS NOT NULL);
CREATE INDEX inbox_of_performer ON messaging.conversations USING btree (performer_id, last_personal_at DESC, id DESC) WHERE ((kind = 'private'::text) AND (last_personal_at IS NOT NULL));
CREATE INDEX left_campaigns ON messaging.conversations USING btree (performer_id, fan_id) WHERE (left_campaigns_at IS NOT NULL);
CREATE UNIQUE INDEX one_conversation_for_two ON messaging.conversations USING btree (performer_id, fan_id) WHERE (kind = 'private'::text);
CREATE INDEX pinned_by_fan ON messaging.conversations USING btree (fan_id) WHERE (pinned_by_fan_at IS NOT NULL);
CREATE INDEX pinned_by_performer ON messaging.conversations USING btree (performer_id) WHERE (pinned_by_performer_at IS NOT NULL);
CREATE INDEX unread_by_fan ON messaging.conversations USING btree (fan_id, last_message_at DESC, id DESC) WHERE ((last_of_performer > read_by_fan) OR (marked_unread_by_fan_at IS NOT NULL));
CREATE INDEX unread_by_performer ON messaging.conversations USING btree (performer_id, last_message_at DESC, id DESC) WHERE ((kind = 'private'::text) AND ((last_of_fan > read_by_performer) OR (marked_unread_by_performer_at IS NOT NULL)));

create table messaging.message_files (
  message_id uuid not null,
  file_id uuid not null,
  "position" integer not null,
  constraint message_files_pkey PRIMARY KEY (message_id, file_id),
  constraint message_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES files.files(id),
  constraint message_files_message_id_fkey FOREIGN KEY (message_id) REFERENCES messaging.messages(id),
  constraint message_files_position_check CHECK ((("position" >= 0) AND ("position" <= 19)))
);
CREATE INDEX messages_of_file ON messaging.message_files USING btree (file_id);

create table messaging.messages (
  id uuid default uuidv7() not null,
  conversation_id uuid not null,
  number bigint not null,
  change bigint not null,
  sender_id uuid not null,
  client_id text,
  sent_hash bytea,
  author text default 'person'::text not null,
  type text not null,
  text text not null,
  amount bigint default 0 not null,
  transfer_id uuid,
  settled text,
  created_at timestamp with time zone not null,
  edited_at timestamp with time zone,
  deleted_at timestamp with time zone,
  deleted_by uuid,
  work_id uuid,
  arrived bigint,
  campaign_id uuid,
  reply_to bigint,
  reaction text,
  constraint messages_pkey PRIMARY KEY (id),
  constraint it_answers_a_line_of_its_conversation FOREIGN KEY (conversation_id, reply_to) REFERENCES messaging.messages(conversation_id, number),
  constraint messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES messaging.conversations(id),
  constraint messages_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES accounts.accounts(id),
  constraint messages_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES accounts.accounts(id),
  constraint messages_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES wallet.transfers(id),
  constraint messages_work_id_fkey FOREIGN KEY (work_id) REFERENCES works.works(id),
  constraint a_change_comes_after_the_message CHECK ((change >= number)),
  constraint a_name_has_what_was_sent CHECK (((client_id IS NULL) = (sent_hash IS NULL))),
  constraint a_reaction_is_one_of_a_few CHECK ((reaction = ANY (ARRAY['heart'::text, 'applause'::text, 'fire'::text, 'laugh'::text, 'wow'::text, 'tear'::text]))),
  constraint a_request_is_said_for_nothing CHECK (((type <> 'request'::text) OR (amount = 0))),
  constraint a_tip_gives_something CHECK (((type <> 'tip'::text) OR (amount > 0))),
  constraint a_work_is_no_line_of_text CHECK (((work_id IS NULL) OR ((type = ANY (ARRAY['photo'::text, 'video'::text, 'audio'::text])) AND (amount = 0)))),
  constraint it_answers_what_was_said_before CHECK ((reply_to < number)),
  constraint it_arrives_once_it_is_there CHECK (((arrived >= number) AND (arrived <= change))),
  constraint messages_amount_check CHECK ((amount >= 0)),
  constraint messages_author_check CHECK ((author = ANY (ARRAY['person'::text, 'automation'::text]))),
  constraint messages_client_id_check CHECK (((char_length(client_id) >= 1) AND (char_length(client_id) <= 220))),
  constraint messages_number_check CHECK ((number > 0)),
  constraint messages_settled_check CHECK ((settled = ANY (ARRAY['earned'::text, 'returned'::text]))),
  constraint messages_text_check CHECK ((char_length(text) <= 2000)),
  constraint messages_type_check CHECK ((type = ANY (ARRAY['text'::text, 'photo'::text, 'video'::text, 'audio'::text, 'tip'::text, 'request'::text]))),
  constraint only_a_work_waits CHECK (((arrived IS NOT NULL) OR (work_id IS NOT NULL))),
  constraint only_what_arrived_has_a_reaction CHECK (((reaction IS NULL) OR (arrived IS NOT NULL))),
  constraint only_what_is_held_is_settled CHECK (((settled IS NULL) OR ((amount > 0) AND (type <> 'tip'::text)))),
  constraint somebody_deleted_it CHECK (((deleted_at IS NULL) = (deleted_by IS NULL))),
  constraint what_it_cost_has_its_transfer CHECK (((amount > 0) = (transfer_id IS NOT NULL)))
);
CREATE INDEX arrived_later ON messaging.messages USING btree (conversation_id, arrived) WHERE (arrived <> number);
CREATE UNIQUE INDEX heard_once ON messaging.messages USING btree (campaign_id, conversation_id) WHERE (campaign_id IS NOT NULL);
CREATE INDEX held_in_conversation ON messaging.messages USING btree (conversation_id, number) WHERE ((amount > 0) AND (type <> 'tip'::text) AND (settled IS NULL));
CREATE INDEX held_until_read ON messaging.messages USING btree (created_at, id) WHERE ((amount > 0) AND (type <> 'tip'::text) AND (settled IS NULL));
CREATE INDEX messages_of_work ON messaging.messages USING btree (work_id, conversation_id) WHERE (work_id IS NOT NULL);
CREATE UNIQUE INDEX one_message_a_change ON messaging.messages USING btree (conversation_id, change);
CREATE UNIQUE INDEX one_message_a_number ON messaging.messages USING btree (conversation_id, number);
CREATE UNIQUE INDEX one_message_a_transfer ON messaging.messages USING btree (transfer_id) WHERE (transfer_id IS NOT NULL);
CREATE UNIQUE INDEX sent_once ON messaging.messages USING btree (sender_id, client_id) WHERE (client_id IS NOT NULL);

create table messaging.reads (
  conversation_id uuid not null,
  reader_id uuid not null,
  read_to bigint not null,
  read_at timestamp with time zone not null,
  constraint reads_pkey PRIMARY KEY (conversation_id, reader_id, read_to),
  constraint reads_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES messaging.conversations(id),
  constraint reads_reader_id_fkey FOREIGN KEY (reader_id) REFERENCES accounts.accounts(id),
  constraint reads_read_to_check CHECK ((read_to > 0))
);

create table messaging.room_people (
  conversation_id uuid not null,
  account_id uuid not null,
  muted_at timestamp with time zone,
  muted_by uuid,
  last_said_at timestamp with time zone,
  constraint room_people_pkey PRIMARY KEY (conversation_id, account_id),
  constraint room_people_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id),
  constraint room_people_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES messaging.rooms(conversation_id),
  constraint room_people_muted_by_fkey FOREIGN KEY (muted_by) REFERENCES accounts.accounts(id),
  constraint somebody_muted_them CHECK (((muted_at IS NULL) = (muted_by IS NULL)))
);

create table messaging.room_tips (
  message_id uuid not null,
  is_anonymous boolean not null,
  menu_item text,
  constraint room_tips_pkey PRIMARY KEY (message_id),
  constraint room_tips_message_id_fkey FOREIGN KEY (message_id) REFERENCES messaging.messages(id),
  constraint room_tips_menu_item_check CHECK (((char_length(menu_item) >= 1) AND (char_length(menu_item) <= 80)))
);

create table messaging.rooms (
  conversation_id uuid not null,
  stream_id uuid not null,
  name text default ''::text not null,
  is_active boolean default true not null,
  chat_audience text default 'all'::text not null,
  slow_mode_seconds integer default 0 not null,
  pinned_message_id uuid,
  cleared_to bigint default 0 not null,
  constraint rooms_pkey PRIMARY KEY (conversation_id),
  constraint rooms_stream_id_key UNIQUE (stream_id),
  constraint rooms_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES messaging.conversations(id),
  constraint rooms_pinned_message_id_fkey FOREIGN KEY (pinned_message_id) REFERENCES messaging.messages(id),
  constraint rooms_chat_audience_check CHECK ((chat_audience = ANY (ARRAY['all'::text, 'followers'::text, 'subscribers'::text, 'buyers'::text]))),
  constraint rooms_cleared_to_check CHECK ((cleared_to >= 0)),
  constraint rooms_name_check CHECK ((char_length(name) <= 100)),
  constraint rooms_slow_mode_seconds_check CHECK (((slow_mode_seconds >= 0) AND (slow_mode_seconds <= 3600)))
);

create table notifications.devices (
  id uuid default uuidv7() not null,
  account_id uuid not null,
  session_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  key text not null,
  country text,
  rests_until timestamp with time zone,
  created_at timestamp with time zone not null,
  host text generated always as (lower("substring"(endpoint, '^https://([^/?#]*)'::text))) stored not null,
  silences integer default 0 not null,
  constraint devices_pkey PRIMARY KEY (id),
  constraint devices_endpoint_key UNIQUE (endpoint),
  constraint devices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id),
  constraint devices_session_id_fkey FOREIGN KEY (session_id) REFERENCES accounts.sessions(id) ON DELETE CASCADE,
  constraint devices_endpoint_check CHECK (((endpoint ~ '^https://'::text) AND (char_length(endpoint) <= 1000))),
  constraint devices_silences_check CHECK ((silences >= 0))
);
CREATE INDEX devices_of_account ON notifications.devices USING btree (account_id, created_at);
CREATE INDEX devices_of_session ON notifications.devices USING btree (session_id);

create table notifications.heard (
  account_id uuid not null,
  source text not null,
  heard_at timestamp with time zone not null,
  constraint heard_pkey PRIMARY KEY (account_id, source),
  constraint heard_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id),
  constraint heard_source_check CHECK (((char_length(source) >= 1) AND (char_length(source) <= 120)))
);
CREATE INDEX heard_long_ago ON notifications.heard USING btree (heard_at);

create table notifications.letter_key (
  is_only boolean default true not null,
  key bytea not null,
  constraint letter_key_pkey PRIMARY KEY (is_only),
  constraint letter_key_is_only_check CHECK (is_only),
  constraint letter_key_key_check CHECK ((octet_length(key) = 32))
);

create table notifications.notices (
  id uuid default uuidv7() not null,
  account_id uuid not null,
  kind text not null,
  event text not null,
  topic text not null,
  actor_id uuid,
  subject_kind text,
  subject_id uuid,
  count integer default 1 not null,
  amount bigint default 0 not null,
  until timestamp with time zone,
  created_at timestamp with time zone not null,
  latest_at timestamp with time zone not null,
  read_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  push_due_at timestamp with time zone,
  mail_due_at timestamp with time zone,
  constraint notices_pkey PRIMARY KEY (id),
  constraint notices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id),
  constraint notices_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES accounts.accounts(id),
  constraint a_subject_has_both CHECK (((subject_kind IS NULL) = (subject_id IS NULL))),
  constraint notices_amount_check CHECK ((amount >= 0)),
  constraint notices_count_check CHECK ((count > 0)),
  constraint notices_event_check CHECK ((event = ANY (ARRAY['message'::text, 'message_returned'::text, 'message_removed'::text, 'comment'::text, 'comment_removed'::text, 'reply'::text, 'post'::text, 'stream_live'::text, 'stream_soon'::text, 'stream_moved'::text, 'stream_cancelled'::text, 'sale'::text, 'tip'::text, 'tip_anonymous'::text, 'subscriber'::text, 'subscriber_trial'::text, 'subscriber_renewed'::text, 'order_sold'::text, 'order_paid'::text, 'order_withdrawn'::text, 'order_address'::text, 'order_processing'::text, 'order_shipping'::text, 'order_parcel'::text, 'order_delivered'::text, 'order_ready'::text, 'order_cancelled'::text, 'order_refunded'::text, 'purchase_removed'::text, 'ticket_returned'::text, 'request_asked'::text, 'request_quoted'::text, 'request_accepted'::text, 'request_delivered'::text, 'request_declined'::text, 'request_overdue'::text, 'request_returned'::text, 'request_refunded'::text, 'private_asked'::text, 'private_accepted'::text, 'private_declined'::text, 'guest_asked'::text, 'guest_moved'::text, 'guest_changed'::text, 'subscription_ends'::text, 'subscription_unpaid'::text, 'subscription_ended'::text, 'payout_approved'::text, 'payout_done'::text, 'payout_rejected'::text, 'payout_returned'::text, 'work_approved'::text, 'work_rejected'::text, 'work_removed'::text, 'work_tagged'::text, 'recording_made'::text, 'recording_short'::text, 'recording_nothing_taped'::text, 'recording_unreadable'::text, 'recording_refused'::text, 'recording_withheld'::text, 'performer_approved'::text, 'report_decided'::text, 'campaign'::text, 'password_changed'::text, 'two_factor_on'::text, 'two_factor_off'::text, 'recovery_code_used'::text]))),
  constraint notices_kind_check CHECK ((kind = ANY (ARRAY['message'::text, 'comment'::text, 'reply'::text, 'post'::text, 'sale'::text, 'tip'::text, 'subscriber'::text, 'order'::text, 'request'::text, 'subscription'::text, 'payout'::text, 'review'::text, 'campaign'::text, 'account'::text]))),
  constraint notices_subject_kind_check CHECK ((subject_kind = ANY (ARRAY['work'::text, 'conversation'::text, 'order'::text, 'payout'::text, 'report'::text]))),
  constraint notices_topic_check CHECK (((char_length(topic) >= 1) AND (char_length(topic) <= 120))),
  constraint the_latest_is_not_the_first CHECK ((latest_at >= created_at)),
  constraint what_expires_was_there CHECK ((expires_at > created_at))
);
CREATE INDEX notices_of_account ON notifications.notices USING btree (account_id, latest_at DESC, id DESC);
CREATE INDEX notices_over ON notifications.notices USING btree (expires_at);
CREATE INDEX notices_to_mail ON notifications.notices USING btree (mail_due_at) WHERE (mail_due_at IS NOT NULL);
CREATE INDEX notices_to_push ON notifications.notices USING btree (push_due_at) WHERE (push_due_at IS NOT NULL);
CREATE UNIQUE INDEX unread_once ON notifications.notices USING btree (account_id, topic) WHERE (read_at IS NULL);

create table notifications.preferences (
  account_id uuid not null,
  kind text not null,
  in_app boolean not null,
  email text not null,
  push boolean not null,
  constraint preferences_pkey PRIMARY KEY (account_id, kind),
  constraint preferences_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id),
  constraint preferences_email_check CHECK ((email = ANY (ARRAY['off'::text, 'now'::text, 'digest'::text]))),
  constraint preferences_kind_check CHECK ((kind = ANY (ARRAY['message'::text, 'comment'::text, 'reply'::text, 'post'::text, 'sale'::text, 'tip'::text, 'subscriber'::text, 'order'::text, 'request'::text, 'subscription'::text, 'payout'::text, 'review'::text, 'campaign'::text, 'account'::text])))
);

create table notifications.readers (
  account_id uuid not null,
  quiet_from integer,
  quiet_to integer,
  digest_hour integer not null,
  discreet boolean,
  constraint readers_pkey PRIMARY KEY (account_id),
  constraint readers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id),
  constraint quiet_hours_are_some CHECK ((quiet_from <> quiet_to)),
  constraint quiet_hours_begin_and_end CHECK (((quiet_from IS NULL) = (quiet_to IS NULL))),
  constraint readers_digest_hour_check CHECK (((digest_hour >= 0) AND (digest_hour <= 23))),
  constraint readers_quiet_from_check CHECK (((quiet_from >= 0) AND (quiet_from <= 1439))),
  constraint readers_quiet_to_check CHECK (((quiet_to >= 0) AND (quiet_to <= 1439)))
);

create table notifications.sendings (
  device_id uuid not null,
  notice_id uuid not null,
  due_at timestamp with time zone not null,
  tries integer default 0 not null,
  constraint sendings_pkey PRIMARY KEY (device_id, notice_id),
  constraint sendings_device_id_fkey FOREIGN KEY (device_id) REFERENCES notifications.devices(id) ON DELETE CASCADE,
  constraint sendings_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notifications.notices(id) ON DELETE CASCADE,
  constraint sendings_tries_check CHECK ((tries >= 0))
);
CREATE INDEX sendings_due ON notifications.sendings USING btree (due_at);
CREATE INDEX sendings_of_notice ON notifications.sendings USING btree (notice_id);

create table notifications.silent_hosts (
  host text not null,
  silences integer not null,
  rests_until timestamp with time zone not null,
  constraint silent_hosts_pkey PRIMARY KEY (host),
  constraint silent_hosts_silences_check CHECK ((silences > 0))
);

create table notifications.spreads (
  work_id uuid not null,
  creator_id uuid not null,
  reached uuid,
  told integer default 0 not null,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint spreads_pkey PRIMARY KEY (work_id),
  constraint spreads_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES accounts.accounts(id),
  constraint spreads_work_id_fkey FOREIGN KEY (work_id) REFERENCES works.works(id),
  constraint spreads_told_check CHECK ((told >= 0))
);
CREATE INDEX spreads_unfinished ON notifications.spreads USING btree (created_at) WHERE (finished_at IS NULL);

create table notifications.sweeps (
  name text not null,
  reached uuid not null,
  constraint sweeps_pkey PRIMARY KEY (name),
  constraint a_mark_has_its_time CHECK ((uuid_extract_version(reached) = 7)),
  constraint sweeps_name_check CHECK ((name = 'messages'::text))
);

create table offers.promotion_uses (
  promotion_id uuid not null,
  fan_id uuid not null,
  transaction_id uuid,
  used_at timestamp with time zone not null,
  released_at timestamp with time zone,
  constraint promotion_uses_pkey PRIMARY KEY (promotion_id, fan_id),
  constraint promotion_uses_fan_id_fkey FOREIGN KEY (fan_id) REFERENCES accounts.accounts(id),
  constraint promotion_uses_promotion_id_fkey FOREIGN KEY (promotion_id) REFERENCES offers.promotions(id),
  constraint promotion_uses_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES payments.transactions(id)
);

create table offers.promotions (
  id uuid default uuidv7() not null,
  performer_id uuid not null,
  percent_off smallint not null,
  applies_to text not null,
  types text[] not null,
  tier_id uuid,
  max_uses integer,
  used integer default 0 not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint promotions_pkey PRIMARY KEY (id),
  constraint promotions_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts.accounts(id),
  constraint promotions_tier_id_performer_id_fkey FOREIGN KEY (tier_id, performer_id) REFERENCES offers.tiers(id, performer_id),
  constraint ninety_days_at_most CHECK (((ends_at > starts_at) AND (ends_at <= (starts_at + '2160:00:00'::interval)))),
  constraint promotions_applies_to_check CHECK ((applies_to = ANY (ARRAY['new'::text, 'returning'::text, 'all'::text]))),
  constraint promotions_max_uses_check CHECK ((max_uses > 0)),
  constraint promotions_percent_off_check CHECK (((percent_off >= 5) AND (percent_off <= 90))),
  constraint promotions_types_check CHECK ((((cardinality(types) >= 1) AND (cardinality(types) <= 4)) AND (types <@ ARRAY['monthly'::text, 'three_months'::text, 'six_months'::text, 'yearly'::text]))),
  constraint promotions_used_check CHECK ((used >= 0)),
  constraint used_no_more_than_offered CHECK (((max_uses IS NULL) OR (used <= max_uses)))
);
CREATE INDEX promotions_of_performer ON offers.promotions USING btree (performer_id, starts_at DESC, id DESC);

create table offers.tiers (
  id uuid default uuidv7() not null,
  performer_id uuid not null,
  slot smallint not null,
  name text not null,
  description text default ''::text not null,
  benefits text[] default '{}'::text[] not null,
  free_messages boolean default false not null,
  monthly_price bigint not null,
  three_month_price bigint,
  six_month_price bigint,
  yearly_price bigint,
  created_at timestamp with time zone not null,
  retired_at timestamp with time zone,
  currency text not null,
  constraint tiers_pkey PRIMARY KEY (id),
  constraint tiers_id_performer_id_key UNIQUE (id, performer_id),
  constraint tiers_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts.accounts(id),
  constraint five_tiers_at_most CHECK (((slot >= 1) AND (slot <= 5))),
  constraint longer_costs_no_less CHECK (((monthly_price <= LEAST(three_month_price, six_month_price, yearly_price)) AND (three_month_price <= LEAST(six_month_price, yearly_price)) AND (six_month_price <= yearly_price))),
  constraint tiers_benefits_check CHECK ((cardinality(benefits) <= 10)),
  constraint tiers_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint tiers_description_check CHECK ((length(description) <= 500)),
  constraint tiers_monthly_price_check CHECK ((monthly_price > 0)),
  constraint tiers_name_check CHECK (((length(name) >= 1) AND (length(name) <= 40))),
  constraint tiers_six_month_price_check CHECK ((six_month_price > 0)),
  constraint tiers_three_month_price_check CHECK ((three_month_price > 0)),
  constraint tiers_yearly_price_check CHECK ((yearly_price > 0))
);
CREATE UNIQUE INDEX one_tier_a_slot ON offers.tiers USING btree (performer_id, slot) WHERE (retired_at IS NULL);
CREATE UNIQUE INDEX tier_is_named_once ON offers.tiers USING btree (performer_id, lower(name)) WHERE (retired_at IS NULL);
CREATE INDEX tiers_of_performer ON offers.tiers USING btree (performer_id);

create table outbox.events (
  id bigint generated always as identity not null,
  name text not null,
  payload jsonb not null,
  created_at timestamp with time zone not null,
  constraint events_pkey PRIMARY KEY (id)
);

create table packages.packages (
  id uuid default uuidv7() not null,
  key text not null,
  names jsonb not null,
  price bigint not null,
  tokens bigint not null,
  bonus_tokens bigint default 0 not null,
  "position" integer not null,
  is_active boolean default true not null,
  currency text not null,
  constraint packages_pkey PRIMARY KEY (id),
  constraint package_key_once UNIQUE (key),
  constraint pack_is_named CHECK (((jsonb_typeof(names) = 'object'::text) AND (names <> '{}'::jsonb) AND ((names - ARRAY['zh-TW'::text, 'en-US'::text, 'ja-JP'::text, 'ko-KR'::text, 'zh-CN'::text, 'th-TH'::text]) = '{}'::jsonb) AND (NOT jsonb_path_exists(names, '$.*?(@.type() != "string" || !(@ like_regex "^.{1,40}$" flag "s"))'::jsonpath)))),
  constraint packages_bonus_tokens_check CHECK (((bonus_tokens >= 0) AND (bonus_tokens <= '1000000000000'::bigint))),
  constraint packages_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint packages_key_check CHECK ((key ~ '^[a-z][a-z_]{1,30}$'::text)),
  constraint packages_price_check CHECK (((price >= 1) AND (price <= 100000000))),
  constraint packages_tokens_check CHECK (((tokens >= 1) AND (tokens <= '1000000000000'::bigint)))
);

create table pages.pages (
  id uuid default uuidv7() not null,
  type text not null,
  slug text not null,
  "position" integer not null,
  places text[] not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint pages_pkey PRIMARY KEY (id),
  constraint pages_slug_key UNIQUE (slug),
  constraint pages_places_check CHECK (((places <@ ARRAY['footer'::text, 'account'::text]) AND (cardinality(places) <= 2))),
  constraint pages_position_check CHECK ((("position" >= 0) AND ("position" <= 1000))),
  constraint pages_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 80))),
  constraint pages_type_check CHECK ((type = ANY (ARRAY['page'::text, 'post'::text]))),
  constraint papers_are_pages CHECK (((type = 'page'::text) OR (slug <> ALL (ARRAY['terms'::text, 'privacy'::text]))))
);

create table pages.texts (
  page_id uuid not null,
  locale text not null,
  title text not null,
  content text not null,
  summary text not null,
  published_at timestamp with time zone,
  constraint texts_pkey PRIMARY KEY (page_id, locale),
  constraint texts_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages.pages(id) ON DELETE CASCADE,
  constraint texts_content_check CHECK ((length(content) <= 30000)),
  constraint texts_locale_check CHECK ((locale = ANY (ARRAY['zh-TW'::text, 'en-US'::text, 'ja-JP'::text, 'ko-KR'::text, 'zh-CN'::text, 'th-TH'::text]))),
  constraint texts_summary_check CHECK ((length(summary) <= 300)),
  constraint texts_title_check CHECK (((length(title) >= 1) AND (length(title) <= 120)))
);

create table payments.cards (
  id uuid default uuidv7() not null,
  account_id uuid not null,
  gateway text not null,
  ref text not null,
  brand text not null,
  last4 text not null,
  exp_month smallint not null,
  exp_year smallint not null,
  holder_name text default ''::text not null,
  is_default boolean default false not null,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  constraint cards_pkey PRIMARY KEY (id),
  constraint cards_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id),
  constraint a_removed_card_is_no_default CHECK (((removed_at IS NULL) OR (NOT is_default))),
  constraint cards_brand_check CHECK ((brand ~ '^[a-z_]{1,30}$'::text)),
  constraint cards_exp_month_check CHECK (((exp_month >= 1) AND (exp_month <= 12))),
  constraint cards_exp_year_check CHECK (((exp_year >= 2000) AND (exp_year <= 2999))),
  constraint cards_gateway_check CHECK ((gateway ~ '^[a-z]{2,20}$'::text)),
  constraint cards_holder_name_check CHECK ((length(holder_name) <= 100)),
  constraint cards_last4_check CHECK ((last4 ~ '^[0-9]{4}$'::text)),
  constraint cards_ref_check CHECK (((length(ref) >= 1) AND (length(ref) <= 200)))
);
CREATE UNIQUE INDEX card_is_kept_once ON payments.cards USING btree (gateway, ref) WHERE (removed_at IS NULL);
CREATE INDEX cards_of_account ON payments.cards USING btree (account_id, created_at DESC) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX one_default_card ON payments.cards USING btree (account_id) WHERE is_default;

create table payments.customers (
  account_id uuid not null,
  gateway text not null,
  ref text not null,
  constraint customers_pkey PRIMARY KEY (account_id, gateway),
  constraint customers_gateway_ref_key UNIQUE (gateway, ref),
  constraint customers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id),
  constraint customers_gateway_check CHECK ((gateway ~ '^[a-z]{2,20}$'::text)),
  constraint customers_ref_check CHECK (((length(ref) >= 1) AND (length(ref) <= 200)))
);

create table payments.disputes (
  transaction_id uuid not null,
  ref text not null,
  amount bigint not null,
  opened_at timestamp with time zone not null,
  won_at timestamp with time zone,
  lost_at timestamp with time zone,
  reopened integer default 0 not null,
  let_go boolean default false not null,
  stated_at timestamp with time zone not null,
  constraint disputes_pkey PRIMARY KEY (transaction_id, ref),
  constraint disputes_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES payments.transactions(id),
  constraint decided_one_way CHECK (((won_at IS NULL) OR (lost_at IS NULL))),
  constraint disputes_amount_check CHECK (((amount >= 1) AND (amount <= 100000000))),
  constraint disputes_ref_check CHECK (((length(ref) >= 1) AND (length(ref) <= 120))),
  constraint disputes_reopened_check CHECK (((reopened >= 0) AND (reopened <= 99)))
);

create table payments.early_events (
  gateway text not null,
  event_id text not null,
  agreement text not null,
  event jsonb not null,
  heard_at timestamp with time zone not null,
  constraint early_events_pkey PRIMARY KEY (gateway, event_id),
  constraint early_events_event_id_check CHECK (((length(event_id) >= 1) AND (length(event_id) <= 200)))
);
CREATE INDEX early_events_of_agreement ON payments.early_events USING btree (gateway, agreement, heard_at);

create table payments.gateway_events (
  gateway text not null,
  event_id text not null,
  transaction_id uuid not null,
  kind text not null,
  is_mismatch boolean default false not null,
  heard_at timestamp with time zone not null,
  constraint heard_once PRIMARY KEY (gateway, event_id, is_mismatch),
  constraint gateway_events_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES payments.transactions(id),
  constraint gateway_events_event_id_check CHECK (((length(event_id) >= 1) AND (length(event_id) <= 200)))
);

create table payments.refunds (
  transaction_id uuid not null,
  ref text not null,
  amount bigint not null,
  failed_at timestamp with time zone,
  heard_at timestamp with time zone not null,
  constraint refunds_pkey PRIMARY KEY (transaction_id, ref),
  constraint refunds_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES payments.transactions(id),
  constraint refunds_amount_check CHECK (((amount >= 1) AND (amount <= 100000000))),
  constraint refunds_ref_check CHECK (((length(ref) >= 1) AND (length(ref) <= 120)))
);

create table payments.sandbox_cards (
  ref text not null,
  card text not null,
  detached_at timestamp with time zone,
  constraint sandbox_cards_pkey PRIMARY KEY (ref),
  constraint sandbox_cards_card_check CHECK ((card = ANY (ARRAY['success'::text, 'three_d_secure'::text, 'declines_later'::text])))
);

create table payments.sandbox_checkouts (
  id text not null,
  reference text not null,
  title text not null,
  amount bigint not null,
  currency text not null,
  return_url text not null,
  status text default 'open'::text not null,
  card text,
  failure_reason text,
  rebills text,
  created_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  refunded bigint default 0 not null,
  dispute text,
  constraint sandbox_checkouts_pkey PRIMARY KEY (id),
  constraint sandbox_reference_once UNIQUE (reference),
  constraint sandbox_checkouts_rebills_fkey FOREIGN KEY (rebills) REFERENCES payments.sandbox_checkouts(reference),
  constraint paid_by_a_card CHECK (((status <> ALL (ARRAY['challenge'::text, 'paid'::text])) OR (card IS NOT NULL))),
  constraint refunds_no_more_than_was_paid CHECK (((refunded >= 0) AND (refunded <= amount))),
  constraint sandbox_checkouts_amount_check CHECK ((amount > 0)),
  constraint sandbox_checkouts_card_check CHECK ((card = ANY (ARRAY['success'::text, 'decline'::text, 'three_d_secure'::text, 'declines_later'::text]))),
  constraint sandbox_checkouts_dispute_check CHECK ((dispute = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text]))),
  constraint sandbox_checkouts_id_check CHECK ((length(id) >= 30)),
  constraint sandbox_checkouts_status_check CHECK ((status = ANY (ARRAY['open'::text, 'challenge'::text, 'paid'::text, 'declined'::text, 'abandoned'::text]))),
  constraint what_is_disputed_was_paid CHECK ((((dispute IS NULL) AND (refunded = 0)) OR (status = 'paid'::text)))
);
CREATE INDEX sandbox_checkouts_unfinished ON payments.sandbox_checkouts USING btree (created_at) WHERE (status = ANY (ARRAY['open'::text, 'challenge'::text]));

create table payments.sandbox_disputes (
  ref text not null,
  checkout_id text not null,
  amount bigint not null,
  state text not null,
  created_at timestamp with time zone not null,
  constraint sandbox_disputes_pkey PRIMARY KEY (ref),
  constraint sandbox_disputes_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES payments.sandbox_checkouts(id),
  constraint sandbox_disputes_amount_check CHECK ((amount > 0)),
  constraint sandbox_disputes_state_check CHECK ((state = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text])))
);
CREATE INDEX sandbox_disputes_of ON payments.sandbox_disputes USING btree (checkout_id);

create table payments.sandbox_refunds (
  ref text not null,
  checkout_id text not null,
  amount bigint not null,
  failed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint sandbox_refunds_pkey PRIMARY KEY (ref),
  constraint sandbox_refunds_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES payments.sandbox_checkouts(id),
  constraint sandbox_refunds_amount_check CHECK ((amount > 0))
);
CREATE INDEX sandbox_refunds_of ON payments.sandbox_refunds USING btree (checkout_id);

create table payments.steps (
  id uuid default uuidv7() not null,
  transaction_id uuid not null,
  status text not null,
  reason text,
  at timestamp with time zone not null,
  constraint steps_pkey PRIMARY KEY (id),
  constraint steps_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES payments.transactions(id),
  constraint steps_reason_check CHECK ((reason ~ '^[a-z_]{1,40}$'::text)),
  constraint steps_status_check CHECK ((status = ANY (ARRAY['created'::text, 'pending'::text, 'requires_action'::text, 'success'::text, 'fail'::text, 'refunded'::text, 'chargeback'::text])))
);
CREATE INDEX steps_of_transaction ON payments.steps USING btree (transaction_id, at, id);

create table payments.transactions (
  id uuid default uuidv7() not null,
  account_id uuid not null,
  purpose text not null,
  status text default 'created'::text not null,
  amount bigint not null,
  currency text not null,
  tokens bigint not null,
  gateway text not null,
  gateway_ref text,
  key text,
  title text not null,
  detail jsonb default '{}'::jsonb not null,
  failure_reason text,
  created_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  card_id uuid,
  agreement text,
  charge text,
  retries uuid,
  paid_at timestamp with time zone,
  refunded_amount bigint default 0 not null,
  disputed_at timestamp with time zone,
  dispute_won_at timestamp with time zone,
  has_frozen boolean default false not null,
  dispute_lost_at timestamp with time zone,
  refunded_so_far bigint default 0 not null,
  taken_tokens bigint default 0 not null,
  constraint transactions_pkey PRIMARY KEY (id),
  constraint gateway_ref_once UNIQUE (gateway, gateway_ref),
  constraint one_charge_once UNIQUE (gateway, charge),
  constraint payment_key_once UNIQUE (key),
  constraint transactions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id),
  constraint transactions_card_id_fkey FOREIGN KEY (card_id) REFERENCES payments.cards(id),
  constraint transactions_retries_fkey FOREIGN KEY (retries) REFERENCES payments.transactions(id),
  constraint completed_is_whole CHECK (((status = ANY (ARRAY['created'::text, 'pending'::text, 'requires_action'::text])) = (completed_at IS NULL))),
  constraint failure_has_a_reason CHECK (((status = 'fail'::text) = (failure_reason IS NOT NULL))),
  constraint no_more_is_taken_than_was_bought CHECK (((taken_tokens >= 0) AND (taken_tokens <= tokens))),
  constraint refunds_no_more_than_was_paid CHECK (((refunded_amount >= 0) AND (refunded_amount <= amount))),
  constraint transactions_agreement_check CHECK (((length(agreement) >= 1) AND (length(agreement) <= 200))),
  constraint transactions_amount_check CHECK (((amount >= 1) AND (amount <= 100000000))),
  constraint transactions_charge_check CHECK (((length(charge) >= 1) AND (length(charge) <= 200))),
  constraint transactions_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint transactions_failure_reason_check CHECK ((failure_reason ~ '^[a-z_]{1,40}$'::text)),
  constraint transactions_gateway_check CHECK ((gateway ~ '^[a-z]{2,20}$'::text)),
  constraint transactions_gateway_ref_check CHECK (((length(gateway_ref) >= 1) AND (length(gateway_ref) <= 200))),
  constraint transactions_key_check CHECK ((length(key) <= 200)),
  constraint transactions_purpose_check CHECK ((purpose = ANY (ARRAY['wallet_top_up'::text, 'subscription'::text]))),
  constraint transactions_status_check CHECK ((status = ANY (ARRAY['created'::text, 'pending'::text, 'requires_action'::text, 'success'::text, 'fail'::text, 'refunded'::text, 'chargeback'::text]))),
  constraint transactions_title_check CHECK ((length(title) <= 300)),
  constraint transactions_tokens_check CHECK (((tokens >= 1) AND (tokens <= '1000000000000'::bigint))),
  constraint what_ended_well_was_paid CHECK (((status <> ALL (ARRAY['success'::text, 'refunded'::text, 'chargeback'::text])) OR (paid_at IS NOT NULL))),
  constraint what_was_decided_was_disputed CHECK (((disputed_at IS NOT NULL) OR ((dispute_won_at IS NULL) AND (dispute_lost_at IS NULL))))
);
CREATE INDEX retries_of ON payments.transactions USING btree (retries) WHERE (retries IS NOT NULL);
CREATE INDEX transactions_newest ON payments.transactions USING btree (created_at DESC, id DESC);
CREATE INDEX transactions_of_account ON payments.transactions USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX transactions_of_agreement ON payments.transactions USING btree (gateway, agreement) WHERE (agreement IS NOT NULL);
CREATE INDEX transactions_of_card ON payments.transactions USING btree (card_id) WHERE (card_id IS NOT NULL);

create table payouts.batches (
  id uuid default uuidv7() not null,
  number bigint generated always as identity not null,
  made_by uuid not null,
  made_at timestamp with time zone not null,
  constraint batches_pkey PRIMARY KEY (id),
  constraint batches_number_key UNIQUE (number),
  constraint batches_made_by_fkey FOREIGN KEY (made_by) REFERENCES accounts.accounts(id)
);

create table payouts.requests (
  id uuid default uuidv7() not null,
  number bigint generated always as identity not null,
  performer_id uuid not null,
  status text default 'pending'::text not null,
  tokens bigint not null,
  amount bigint not null,
  fee bigint not null,
  currency text not null,
  rate integer not null,
  account_type text not null,
  note text default ''::text not null,
  sealed_bank bytea not null,
  reason text,
  transfer_id uuid not null,
  paid_id uuid,
  batch_id uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  provider_ref text,
  attempt integer default 0 not null,
  transfer_ref text,
  failure text,
  sealed_account bytea,
  constraint requests_pkey PRIMARY KEY (id),
  constraint a_transfer_is_one_payout UNIQUE (transfer_ref),
  constraint requests_number_key UNIQUE (number),
  constraint requests_paid_id_key UNIQUE (paid_id),
  constraint requests_transfer_id_key UNIQUE (transfer_id),
  constraint requests_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES payouts.batches(id),
  constraint requests_paid_id_fkey FOREIGN KEY (paid_id) REFERENCES wallet.transfers(id),
  constraint requests_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts.accounts(id),
  constraint requests_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES wallet.transfers(id),
  constraint done_by_transfer CHECK (((account_type <> 'stripe'::text) OR (status <> ALL (ARRAY['done'::text, 'returned'::text])) OR (transfer_ref IS NOT NULL))),
  constraint done_is_paid CHECK (((status = ANY (ARRAY['done'::text, 'returned'::text])) = (paid_id IS NOT NULL))),
  constraint ended_is_whole CHECK (((status = ANY (ARRAY['done'::text, 'rejected'::text, 'cancelled'::text, 'returned'::text])) = (ended_at IS NOT NULL))),
  constraint no_says_why CHECK (((reason IS NOT NULL) = ((status = 'rejected'::text) OR ((status = 'returned'::text) AND (account_type <> 'stripe'::text))))),
  constraint only_a_provider_transfers CHECK (((account_type = 'stripe'::text) OR ((attempt = 0) AND (transfer_ref IS NULL) AND (failure IS NULL)))),
  constraint only_elsewhere_is_told CHECK (((sealed_account IS NULL) OR (account_type = ANY (ARRAY['paypal'::text, 'other'::text])))),
  constraint provider_is_named CHECK (((account_type = 'stripe'::text) = (provider_ref IS NOT NULL))),
  constraint requests_account_type_check CHECK ((account_type = ANY (ARRAY['banking'::text, 'stripe'::text, 'paypal'::text, 'other'::text]))),
  constraint requests_attempt_check CHECK ((attempt >= 0)),
  constraint requests_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint requests_failure_check CHECK (((length(failure) >= 1) AND (length(failure) <= 500))),
  constraint requests_fee_check CHECK ((fee >= 0)),
  constraint requests_note_check CHECK ((length(note) <= 500)),
  constraint requests_rate_check CHECK ((rate > 0)),
  constraint requests_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 1000))),
  constraint requests_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'processing'::text, 'done'::text, 'rejected'::text, 'cancelled'::text, 'returned'::text]))),
  constraint requests_tokens_check CHECK ((tokens > 0)),
  constraint returned_by_transfer CHECK (((account_type <> 'stripe'::text) OR (status <> 'returned'::text) OR (failure IS NOT NULL))),
  constraint something_arrives CHECK ((amount > fee))
);
CREATE UNIQUE INDEX one_open_request ON payouts.requests USING btree (performer_id) WHERE (status = ANY (ARRAY['pending'::text, 'approved'::text, 'processing'::text]));
CREATE INDEX requests_by_status ON payouts.requests USING btree (status, created_at);
CREATE INDEX requests_of_batch ON payouts.requests USING btree (batch_id) WHERE (batch_id IS NOT NULL);
CREATE INDEX requests_of_performer ON payouts.requests USING btree (performer_id, created_at DESC, id DESC);

create table payouts.steps (
  id uuid default uuidv7() not null,
  request_id uuid not null,
  step text not null,
  by_id uuid not null,
  created_at timestamp with time zone not null,
  constraint steps_pkey PRIMARY KEY (id),
  constraint steps_by_id_fkey FOREIGN KEY (by_id) REFERENCES accounts.accounts(id),
  constraint steps_request_id_fkey FOREIGN KEY (request_id) REFERENCES payouts.requests(id),
  constraint steps_step_check CHECK ((step = ANY (ARRAY['pending'::text, 'edited'::text, 'approved'::text, 'processing'::text, 'done'::text, 'rejected'::text, 'cancelled'::text, 'returned'::text])))
);
CREATE INDEX steps_of_request ON payouts.steps USING btree (request_id, created_at, id);

create table payouts.transfers (
  ref text not null,
  request_id uuid not null,
  reversed bigint not null,
  constraint transfers_pkey PRIMARY KEY (ref),
  constraint transfers_request_id_fkey FOREIGN KEY (request_id) REFERENCES payouts.requests(id),
  constraint transfers_ref_check CHECK (((length(ref) >= 1) AND (length(ref) <= 200))),
  constraint transfers_reversed_check CHECK ((reversed >= 0))
);
CREATE INDEX transfers_of_request ON payouts.transfers USING btree (request_id);

create table platform.idempotency (
  account_id uuid not null,
  key text not null,
  call text not null,
  input_hash bytea not null,
  answer jsonb not null,
  created_at timestamp with time zone not null,
  constraint idempotency_first_answer PRIMARY KEY (account_id, key),
  constraint idempotency_key_check CHECK (((length(key) >= 1) AND (length(key) <= 200)))
);
CREATE INDEX idempotency_age ON platform.idempotency USING brin (created_at);

create table platform.keys (
  name text not null,
  fingerprint bytea,
  since timestamp with time zone not null,
  constraint keys_pkey PRIMARY KEY (name),
  constraint keys_fingerprint_check CHECK ((octet_length(fingerprint) = 32)),
  constraint keys_name_check CHECK ((name = ANY (ARRAY['secret'::text, 'documents'::text, 'media'::text])))
);

create table platform.migrations (
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone default now() not null,
  constraint migrations_pkey PRIMARY KEY (name)
);

create table platform.page_changes (
  id bigint generated always as identity not null,
  constraint page_changes_pkey PRIMARY KEY (id)
);

create table profiles.performers (
  account_id uuid not null,
  tagline text default ''::text not null,
  body jsonb default '{}'::jsonb not null,
  socials jsonb default '{}'::jsonb not null,
  tags text[] default '{}'::text[] not null,
  languages text[] default '{}'::text[] not null,
  monthly_price bigint default 495 not null,
  yearly_price bigint,
  has_free_trial boolean default false not null,
  message_price bigint default 0 not null,
  shows_in_rankings boolean default true not null,
  approved_at timestamp with time zone,
  comment_audience text default 'all'::text not null,
  three_month_price bigint,
  six_month_price bigint,
  currency text not null,
  pictures_name text default 'one'::text not null,
  priced_at timestamp with time zone,
  takes_requests boolean default false not null,
  request_minimum bigint default 0 not null,
  constraint performers_pkey PRIMARY KEY (account_id),
  constraint performers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id),
  constraint longer_costs_no_less CHECK (((monthly_price <= LEAST(three_month_price, six_month_price, yearly_price)) AND (three_month_price <= LEAST(six_month_price, yearly_price)) AND (six_month_price <= yearly_price))),
  constraint longer_times_after_a_month CHECK (((priced_at IS NOT NULL) OR ((three_month_price IS NULL) AND (six_month_price IS NULL) AND (yearly_price IS NULL)))),
  constraint performers_comment_audience_check CHECK ((comment_audience = ANY (ARRAY['all'::text, 'followers'::text, 'subscribers'::text, 'nobody'::text]))),
  constraint performers_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint performers_message_price_check CHECK ((message_price >= 0)),
  constraint performers_monthly_price_check CHECK ((monthly_price > 0)),
  constraint performers_pictures_name_check CHECK ((pictures_name = ANY (ARRAY['one'::text, 'four'::text]))),
  constraint performers_request_minimum_check CHECK ((request_minimum >= 0)),
  constraint performers_six_month_price_check CHECK ((six_month_price > 0)),
  constraint performers_tagline_check CHECK ((length(tagline) <= 120)),
  constraint performers_three_month_price_check CHECK ((three_month_price > 0)),
  constraint performers_yearly_price_check CHECK ((yearly_price > 0))
);

create table profiles.pictures (
  account_id uuid not null,
  kind text not null,
  file_id uuid not null,
  changed_at timestamp with time zone not null,
  constraint pictures_pkey PRIMARY KEY (account_id, kind),
  constraint pictures_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id),
  constraint pictures_kind_check CHECK ((kind = ANY (ARRAY['avatar'::text, 'cover'::text])))
);

create table promos.promos (
  id uuid default uuidv7() not null,
  type text not null,
  place text not null,
  audience text not null,
  is_fit_for_all boolean not null,
  texts jsonb not null,
  link text not null,
  file_id uuid,
  "position" integer not null,
  is_active boolean not null,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint promos_pkey PRIMARY KEY (id),
  constraint promos_file_id_fkey FOREIGN KEY (file_id) REFERENCES files.files(id),
  constraint picture_of_images CHECK (((type = 'image'::text) = (file_id IS NOT NULL))),
  constraint promo_ends_later CHECK ((ends_at > starts_at)),
  constraint promos_audience_check CHECK ((audience = ANY (ARRAY['everyone'::text, 'visitors'::text, 'members'::text]))),
  constraint promos_link_check CHECK (((length(link) <= 500) AND (link ~ '^(|/([^/\\[:cntrl:]][^\\[:cntrl:]]*)?|https://[^\\[:cntrl:][:space:]]+)$'::text))),
  constraint promos_place_check CHECK ((place = ANY (ARRAY['home'::text, 'sidebar'::text]))),
  constraint promos_position_check CHECK ((("position" >= 0) AND ("position" <= 1000))),
  constraint promos_texts_check CHECK (((jsonb_typeof(texts) = 'object'::text) AND (texts <> '{}'::jsonb))),
  constraint promos_type_check CHECK ((type = ANY (ARRAY['image'::text, 'html'::text]))),
  constraint visitors_see_what_is_fit CHECK (((audience <> 'visitors'::text) OR is_fit_for_all))
);
CREATE INDEX promos_of_file ON promos.promos USING btree (file_id) WHERE (file_id IS NOT NULL);

create table proofs.links (
  "position" bigint not null,
  transfer uuid not null,
  day date not null,
  salt bytea not null,
  leaf bytea not null,
  hash bytea not null,
  constraint links_pkey PRIMARY KEY ("position"),
  constraint linked_once UNIQUE (transfer),
  constraint links_hash_check CHECK ((length(hash) = 32)),
  constraint links_leaf_check CHECK ((length(leaf) = 32)),
  constraint links_position_check CHECK (("position" > 0)),
  constraint links_salt_check CHECK ((length(salt) = 16))
);
CREATE INDEX links_of_a_day ON proofs.links USING btree (day, "position");

create table proofs.progress (
  is_only boolean default true not null,
  closed bigint default 0 not null,
  through bigint default 0 not null,
  newest bigint default 0 not null,
  writing text[] default '{}'::text[] not null,
  constraint progress_pkey PRIMARY KEY (is_only),
  constraint one_after_the_other CHECK (((closed <= through) AND (through <= newest))),
  constraint progress_closed_check CHECK ((closed >= 0)),
  constraint progress_is_only_check CHECK (is_only)
);

create table proofs.roots (
  day date not null,
  first bigint not null,
  last bigint not null,
  root bytea not null,
  head bytea not null,
  digest bytea not null,
  closed_at timestamp with time zone not null,
  constraint roots_pkey PRIMARY KEY (day),
  constraint digest_once UNIQUE (digest),
  constraint day_has_links CHECK ((last >= first)),
  constraint roots_digest_check CHECK ((length(digest) = 32)),
  constraint roots_head_check CHECK ((length(head) = 32)),
  constraint roots_root_check CHECK ((length(root) = 32))
);

create table reactions.reactions (
  account_id uuid not null,
  target_id uuid not null,
  target_kind text not null,
  action text not null,
  created_at timestamp with time zone not null,
  constraint reactions_pkey PRIMARY KEY (account_id, target_id, action),
  constraint reactions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id),
  constraint reactions_action_check CHECK ((action = ANY (ARRAY['like'::text, 'bookmark'::text, 'view'::text]))),
  constraint reactions_target_kind_check CHECK ((target_kind ~ '^[a-z_]{1,20}$'::text))
);
CREATE INDEX reactions_kept ON reactions.reactions USING btree (account_id, target_kind, action, created_at DESC, target_id);

create table reactions.totals (
  target_id uuid not null,
  action text not null,
  total bigint not null,
  constraint totals_pkey PRIMARY KEY (target_id, action) INCLUDE (total)
) with (fillfactor=70);

create table reactions.views (
  hour timestamp with time zone not null,
  target_id uuid not null,
  viewer text not null,
  constraint views_pkey PRIMARY KEY (hour, target_id, viewer),
  constraint views_viewer_check CHECK ((length(viewer) <= 64))
);

create table reactions.waiting (
  target_id uuid not null,
  action text not null,
  id bigint generated always as identity not null,
  change smallint not null,
  constraint waiting_pkey PRIMARY KEY (target_id, action, id) INCLUDE (change),
  constraint waiting_change_check CHECK ((change = ANY (ARRAY['-1'::integer, 1])))
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);

create table reconciliation.differences (
  id uuid default uuidv7() not null,
  gateway text not null,
  ref text not null,
  kind text not null,
  outcome text not null,
  transaction_id uuid,
  amount bigint,
  currency text,
  happened_at timestamp with time zone not null,
  found_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  closed_by uuid,
  note text default ''::text not null,
  constraint differences_pkey PRIMARY KEY (id),
  constraint a_difference_is_found_once UNIQUE (gateway, ref, kind),
  constraint differences_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES accounts.accounts(id),
  constraint differences_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES payments.transactions(id),
  constraint closed_by_somebody CHECK (((closed_at IS NULL) = (closed_by IS NULL))),
  constraint differences_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint differences_gateway_check CHECK ((gateway ~ '^[a-z]{2,20}$'::text)),
  constraint differences_kind_check CHECK ((kind ~ '^[a-z_]{1,40}$'::text)),
  constraint differences_note_check CHECK ((length(note) <= 1000)),
  constraint differences_outcome_check CHECK ((outcome = ANY (ARRAY['settled'::text, 'unknown'::text, 'mismatch'::text, 'missing'::text]))),
  constraint differences_ref_check CHECK (((length(ref) >= 1) AND (length(ref) <= 200)))
);
CREATE INDEX differences_newest ON reconciliation.differences USING btree (found_at DESC, id DESC);
CREATE INDEX differences_open ON reconciliation.differences USING btree (found_at DESC, id DESC) WHERE (closed_at IS NULL);

create table reconciliation.runs (
  id uuid default uuidv7() not null,
  gateway text not null,
  from_at timestamp with time zone not null,
  until_at timestamp with time zone not null,
  entries integer not null,
  differences integer not null,
  ran_at timestamp with time zone not null,
  constraint runs_pkey PRIMARY KEY (id),
  constraint runs_differences_check CHECK ((differences >= 0)),
  constraint runs_entries_check CHECK ((entries >= 0)),
  constraint runs_gateway_check CHECK ((gateway ~ '^[a-z]{2,20}$'::text))
);
CREATE INDEX runs_of ON reconciliation.runs USING btree (gateway, ran_at DESC);

create table referrals.arrivals (
  account_id uuid not null,
  performer_id uuid not null,
  code text not null,
  came_at timestamp with time zone not null,
  constraint arrivals_pkey PRIMARY KEY (account_id),
  constraint arrivals_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id),
  constraint arrivals_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts.accounts(id),
  constraint by_a_code_of_theirs FOREIGN KEY (code, performer_id) REFERENCES referrals.codes(code, performer_id),
  constraint nobody_brings_themselves CHECK ((account_id <> performer_id))
);
CREATE INDEX arrivals_by_code ON referrals.arrivals USING btree (code, performer_id);
CREATE INDEX arrivals_of_performer ON referrals.arrivals USING btree (performer_id, came_at);

create table referrals.codes (
  code text not null,
  performer_id uuid not null,
  made_at timestamp with time zone not null,
  retired_at timestamp with time zone,
  constraint codes_pkey PRIMARY KEY (code),
  constraint codes_code_performer_id_key UNIQUE (code, performer_id),
  constraint codes_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts.accounts(id),
  constraint codes_check CHECK ((retired_at >= made_at)),
  constraint codes_code_check CHECK (((code ~ '^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$'::text) AND ((length(code) >= 4) AND (length(code) <= 24))))
);
CREATE INDEX codes_of_performer ON referrals.codes USING btree (performer_id);
CREATE UNIQUE INDEX one_code_in_the_link ON referrals.codes USING btree (performer_id) WHERE (retired_at IS NULL);

create table referrals.visits (
  performer_id uuid not null,
  hour timestamp with time zone not null,
  visits integer not null,
  constraint visits_pkey PRIMARY KEY (performer_id, hour),
  constraint visits_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts.accounts(id),
  constraint visits_hour_check CHECK ((hour = date_trunc('hour'::text, hour, 'UTC'::text))),
  constraint visits_visits_check CHECK ((visits > 0))
);

create table refills.refills (
  account_id uuid not null,
  is_on boolean not null,
  below bigint not null,
  amount bigint,
  package_id uuid,
  card_id uuid not null,
  monthly_limit bigint not null,
  stopped_reason text,
  stopped_at timestamp with time zone,
  limit_told text,
  saved_at timestamp with time zone not null,
  currency text not null,
  constraint refills_pkey PRIMARY KEY (account_id),
  constraint refills_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id),
  constraint refills_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages.packages(id),
  constraint refill_buys_one_thing CHECK (((amount IS NULL) <> (package_id IS NULL))),
  constraint refill_stops_whole CHECK ((((stopped_reason IS NULL) = (stopped_at IS NULL)) AND ((stopped_at IS NULL) OR (NOT is_on)))),
  constraint refills_amount_check CHECK ((amount > 0)),
  constraint refills_below_check CHECK ((below > 0)),
  constraint refills_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint refills_monthly_limit_check CHECK ((monthly_limit > 0)),
  constraint refills_stopped_reason_check CHECK ((stopped_reason = ANY (ARRAY['declined'::text, 'card_unavailable'::text, 'package_gone'::text, 'too_small'::text, 'over_limit'::text, 'other_currency'::text])))
);

create table refills.runs (
  id uuid default uuidv7() not null,
  account_id uuid not null,
  amount bigint not null,
  state text default 'under_way'::text not null,
  started_at timestamp with time zone not null,
  currency text not null,
  constraint runs_pkey PRIMARY KEY (id),
  constraint runs_account_id_fkey FOREIGN KEY (account_id) REFERENCES refills.refills(account_id),
  constraint runs_amount_check CHECK ((amount > 0)),
  constraint runs_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint runs_state_check CHECK ((state = ANY (ARRAY['under_way'::text, 'paid'::text, 'failed'::text])))
);
CREATE UNIQUE INDEX one_refill_at_a_time ON refills.runs USING btree (account_id) WHERE (state = 'under_way'::text);
CREATE INDEX refills_of_account ON refills.runs USING btree (account_id, started_at DESC);

create table replies.replies (
  id uuid default uuidv7() not null,
  performer_id uuid not null,
  name text not null,
  text text not null,
  created_at timestamp with time zone not null,
  constraint replies_pkey PRIMARY KEY (id),
  constraint replies_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts.accounts(id),
  constraint replies_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  constraint replies_text_check CHECK (((char_length(text) >= 1) AND (char_length(text) <= 2000)))
);
CREATE UNIQUE INDEX one_reply_a_name ON replies.replies USING btree (performer_id, lower(name));

create table reports.cases (
  id uuid default uuidv7() not null,
  number text not null,
  target text not null,
  target_id uuid not null,
  owner_id uuid,
  state text default 'open'::text not null,
  opened_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  assigned_to uuid,
  late_told_at timestamp with time zone,
  constraint cases_pkey PRIMARY KEY (id),
  constraint cases_number_key UNIQUE (number),
  constraint cases_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES accounts.accounts(id),
  constraint cases_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts.accounts(id),
  constraint cases_check CHECK ((due_at > opened_at)),
  constraint cases_number_check CHECK ((number ~ '^R-[0-9]{4}-[0-9A-HJKMNP-TV-Z]{6}$'::text)),
  constraint cases_state_check CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text]))),
  constraint cases_target_check CHECK ((target = ANY (ARRAY['feed'::text, 'video'::text, 'gallery'::text, 'product'::text, 'message'::text, 'request'::text, 'stream'::text, 'performer'::text, 'user'::text, 'comment'::text]))),
  constraint closed_says_when CHECK (((state = 'closed'::text) = (closed_at IS NOT NULL)))
);
CREATE INDEX cases_by_target ON reports.cases USING btree (target_id);
CREATE INDEX cases_due ON reports.cases USING btree (due_at, id) WHERE (state = 'open'::text);
CREATE INDEX cases_of_owner ON reports.cases USING btree (owner_id);
CREATE UNIQUE INDEX one_open_case_a_target ON reports.cases USING btree (target, target_id) WHERE (state = 'open'::text);

create table reports.decisions (
  id uuid default uuidv7() not null,
  case_id uuid not null,
  decided_by uuid not null,
  what text not null,
  reason text not null,
  created_at timestamp with time zone not null,
  refund_people integer default 0 not null,
  refund_amount bigint default 0 not null,
  constraint decisions_pkey PRIMARY KEY (id),
  constraint decisions_case_id_fkey FOREIGN KEY (case_id) REFERENCES reports.cases(id),
  constraint decisions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES accounts.accounts(id),
  constraint a_refund_has_its_people CHECK (((refund_people = 0) = (refund_amount = 0))),
  constraint decisions_reason_check CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 1000))),
  constraint decisions_refund_amount_check CHECK ((refund_amount >= 0)),
  constraint decisions_refund_people_check CHECK ((refund_people >= 0)),
  constraint decisions_what_check CHECK ((what = ANY (ARRAY['removed'::text, 'refunded'::text, 'kept'::text, 'acted'::text])))
);
CREATE INDEX decisions_of_case ON reports.decisions USING btree (case_id, created_at);

create table reports.links (
  token_hash bytea not null,
  report_id uuid not null,
  created_at timestamp with time zone not null,
  constraint links_pkey PRIMARY KEY (token_hash),
  constraint links_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports.reports(id),
  constraint links_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX links_of_report ON reports.links USING btree (report_id);

create table reports.reports (
  id uuid default uuidv7() not null,
  case_id uuid not null,
  reporter_id uuid,
  network text,
  reason text not null,
  words text not null,
  evidence text[] default '{}'::text[] not null,
  contact text,
  signature text,
  language text not null,
  quote text not null,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  constraint reports_pkey PRIMARY KEY (id),
  constraint reports_case_id_fkey FOREIGN KEY (case_id) REFERENCES reports.cases(id),
  constraint reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES accounts.accounts(id),
  constraint reports_check CHECK ((due_at > created_at)),
  constraint reports_contact_check CHECK ((char_length(contact) <= 254)),
  constraint reports_evidence_check CHECK ((cardinality(evidence) <= 10)),
  constraint reports_quote_check CHECK ((char_length(quote) <= 4000)),
  constraint reports_reason_check CHECK ((reason = ANY (ARRAY['minor'::text, 'depicted'::text, 'non_consensual'::text, 'illegal'::text, 'threat'::text, 'impersonation'::text, 'copyright'::text, 'scam'::text, 'not_as_agreed'::text, 'other'::text]))),
  constraint reports_signature_check CHECK (((char_length(signature) >= 1) AND (char_length(signature) <= 100))),
  constraint reports_words_check CHECK ((char_length(words) <= 2000)),
  constraint signed_where_one_speaks_for_oneself CHECK (((signature IS NOT NULL) OR (reason <> ALL (ARRAY['depicted'::text, 'copyright'::text])))),
  constraint visitors_have_a_network CHECK (((reporter_id IS NULL) = (network IS NOT NULL)))
);
CREATE INDEX reports_of_case ON reports.reports USING btree (case_id, created_at);
CREATE INDEX reports_of_contact ON reports.reports USING btree (lower(contact), created_at) WHERE (contact IS NOT NULL);
CREATE INDEX reports_of_network ON reports.reports USING btree (network, created_at) WHERE (network IS NOT NULL);
CREATE INDEX reports_of_person ON reports.reports USING btree (reporter_id, created_at DESC);
CREATE UNIQUE INDEX said_once ON reports.reports USING btree (case_id, reporter_id, reason) WHERE (reporter_id IS NOT NULL);

create table requests.requests (
  id uuid default uuidv7() not null,
  conversation_id uuid not null,
  message_id uuid not null,
  performer_id uuid not null,
  fan_id uuid not null,
  budget bigint,
  state text not null,
  price bigint,
  days integer,
  note text default ''::text not null,
  quoted_at timestamp with time zone,
  accepted_at timestamp with time zone,
  due_at timestamp with time zone,
  transfer_id uuid,
  delivery_id uuid,
  refused_at timestamp with time zone,
  sale_id uuid,
  delivered_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_by uuid,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint requests_pkey PRIMARY KEY (id),
  constraint requests_delivery_id_key UNIQUE (delivery_id),
  constraint requests_message_id_key UNIQUE (message_id),
  constraint requests_sale_id_key UNIQUE (sale_id),
  constraint requests_transfer_id_key UNIQUE (transfer_id),
  constraint requests_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES messaging.conversations(id),
  constraint requests_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES messaging.messages(id),
  constraint requests_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES accounts.accounts(id),
  constraint requests_fan_id_fkey FOREIGN KEY (fan_id) REFERENCES accounts.accounts(id),
  constraint requests_message_id_fkey FOREIGN KEY (message_id) REFERENCES messaging.messages(id),
  constraint requests_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts.accounts(id),
  constraint requests_sale_id_fkey FOREIGN KEY (sale_id) REFERENCES wallet.transfers(id),
  constraint requests_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES wallet.transfers(id),
  constraint a_quote_is_whole CHECK ((((price IS NULL) = (days IS NULL)) AND ((price IS NULL) = (quoted_at IS NULL)))),
  constraint a_state_has_what_it_says CHECK (
CASE state
    WHEN 'asked'::text THEN (price IS NULL)
    WHEN 'quoted'::text THEN ((price IS NOT NULL) AND (accepted_at IS NULL))
    WHEN 'accepted'::text THEN ((accepted_at IS NOT NULL) AND (delivered_at IS NULL))
    WHEN 'delivered'::text THEN (delivered_at IS NOT NULL)
    WHEN 'overdue'::text THEN ((accepted_at IS NOT NULL) AND (delivered_at IS NULL))
    WHEN 'refunded'::text THEN (accepted_at IS NOT NULL)
    WHEN 'declined'::text THEN (delivered_at IS NULL)
    ELSE (accepted_at IS NULL)
END),
  constraint an_end_has_its_time CHECK (((state = ANY (ARRAY['declined'::text, 'withdrawn'::text, 'expired'::text, 'overdue'::text, 'refunded'::text])) = (ended_at IS NOT NULL))),
  constraint nobody_accepts_without_a_quote CHECK (((accepted_at IS NULL) OR (price IS NOT NULL))),
  constraint nobody_asks_themselves CHECK ((performer_id <> fan_id)),
  constraint requests_budget_check CHECK ((budget > 0)),
  constraint requests_days_check CHECK (((days >= 1) AND (days <= 60))),
  constraint requests_note_check CHECK ((char_length(note) <= 500)),
  constraint requests_price_check CHECK ((price > 0)),
  constraint requests_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'quoted'::text, 'accepted'::text, 'delivered'::text, 'declined'::text, 'withdrawn'::text, 'expired'::text, 'overdue'::text, 'refunded'::text]))),
  constraint what_is_accepted_is_held CHECK ((((accepted_at IS NULL) = (transfer_id IS NULL)) AND ((accepted_at IS NULL) = (due_at IS NULL)))),
  constraint what_is_delivered_is_bought CHECK ((((delivered_at IS NULL) = (sale_id IS NULL)) AND ((delivered_at IS NULL) OR (delivery_id IS NOT NULL))))
);
CREATE INDEX asked_since ON requests.requests USING btree (created_at) WHERE (state = 'asked'::text);
CREATE INDEX due_by ON requests.requests USING btree (due_at) WHERE ((state = 'accepted'::text) AND (delivery_id IS NULL));
CREATE INDEX open_between ON requests.requests USING btree (performer_id, fan_id) WHERE (state = ANY (ARRAY['asked'::text, 'quoted'::text, 'accepted'::text]));
CREATE INDEX quoted_since ON requests.requests USING btree (quoted_at) WHERE (state = 'quoted'::text);
CREATE INDEX requests_of_conversation ON requests.requests USING btree (conversation_id);
CREATE INDEX requests_of_fan ON requests.requests USING btree (fan_id, created_at DESC, id DESC);
CREATE INDEX requests_of_performer ON requests.requests USING btree (performer_id, created_at DESC, id DESC);
CREATE INDEX sent_and_waiting ON requests.requests USING btree (id) WHERE ((state = 'accepted'::text) AND (delivery_id IS NOT NULL));

create table search.keywords (
  keyword text not null,
  searchers bigint default 0 not null,
  last_at timestamp with time zone not null,
  constraint keywords_pkey PRIMARY KEY (keyword),
  constraint keywords_keyword_check CHECK (((length(keyword) >= 1) AND (length(keyword) <= 60))),
  constraint keywords_searchers_check CHECK ((searchers >= 0))
);
CREATE INDEX keywords_popular ON search.keywords USING btree (searchers DESC, last_at DESC);

create table search.searchers (
  keyword text not null,
  searcher text not null,
  day date not null,
  constraint searchers_pkey PRIMARY KEY (keyword, searcher),
  constraint searchers_searcher_check CHECK ((length(searcher) <= 64))
);
CREATE INDEX searchers_by_day ON search.searchers USING btree (day);

create table settings.settings (
  key text not null,
  value jsonb not null,
  changed_by uuid,
  changed_at timestamp with time zone not null,
  constraint settings_pkey PRIMARY KEY (key)
);

create table shop.download_links (
  id uuid default uuidv7() not null,
  work_id uuid not null,
  account_id uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint download_links_pkey PRIMARY KEY (id),
  constraint download_links_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id),
  constraint download_links_work_id_fkey FOREIGN KEY (work_id) REFERENCES shop.products(work_id)
);
CREATE INDEX download_links_of_account ON shop.download_links USING btree (account_id, work_id, created_at DESC);

create table shop.downloads (
  id uuid default uuidv7() not null,
  link_id uuid not null,
  started_at timestamp with time zone not null,
  constraint downloads_pkey PRIMARY KEY (id),
  constraint downloads_link_id_fkey FOREIGN KEY (link_id) REFERENCES shop.download_links(id)
);
CREATE INDEX downloads_of_link ON shop.downloads USING btree (link_id);

create table shop.order_steps (
  id uuid default uuidv7() not null,
  order_id uuid not null,
  status text not null,
  by_id uuid,
  note text default ''::text not null,
  created_at timestamp with time zone not null,
  constraint order_steps_pkey PRIMARY KEY (id),
  constraint order_steps_by_id_fkey FOREIGN KEY (by_id) REFERENCES accounts.accounts(id),
  constraint order_steps_order_id_fkey FOREIGN KEY (order_id) REFERENCES shop.orders(id),
  constraint order_steps_note_check CHECK ((length(note) <= 500))
);
CREATE INDEX steps_of_order ON shop.order_steps USING btree (order_id, created_at, id);

create table shop.orders (
  id uuid default uuidv7() not null,
  number bigint generated always as identity not null,
  work_id uuid not null,
  buyer_id uuid not null,
  seller_id uuid not null,
  type text not null,
  title text not null,
  quantity integer not null,
  unit_price bigint not null,
  total_price bigint not null,
  status text not null,
  sealed_address bytea,
  country text,
  buyer_note text default ''::text not null,
  carrier text default ''::text not null,
  shipping_code text default ''::text not null,
  seller_note text default ''::text not null,
  transfer_id uuid not null,
  release_id uuid,
  delivered_at timestamp with time zone,
  ended_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_number_key UNIQUE (number),
  constraint orders_release_id_key UNIQUE (release_id),
  constraint orders_transfer_id_key UNIQUE (transfer_id),
  constraint orders_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES accounts.accounts(id),
  constraint orders_release_id_fkey FOREIGN KEY (release_id) REFERENCES wallet.transfers(id),
  constraint orders_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES accounts.accounts(id),
  constraint orders_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES wallet.transfers(id),
  constraint orders_work_id_fkey FOREIGN KEY (work_id) REFERENCES shop.products(work_id),
  constraint orders_buyer_note_check CHECK ((length(buyer_note) <= 500)),
  constraint orders_carrier_check CHECK ((length(carrier) <= 80)),
  constraint orders_check CHECK ((total_price = (unit_price * quantity))),
  constraint orders_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint orders_quantity_check CHECK (((quantity >= 1) AND (quantity <= 100))),
  constraint orders_seller_note_check CHECK ((length(seller_note) <= 500)),
  constraint orders_shipping_code_check CHECK ((length(shipping_code) <= 120)),
  constraint orders_status_check CHECK ((status = ANY (ARRAY['created'::text, 'processing'::text, 'shipping'::text, 'delivered'::text, 'cancelled'::text, 'refunded'::text]))),
  constraint orders_type_check CHECK ((type = ANY (ARRAY['physical'::text, 'digital'::text]))),
  constraint orders_unit_price_check CHECK ((unit_price > 0)),
  constraint sent_things_have_an_address CHECK (((type = 'digital'::text) OR (sealed_address IS NOT NULL) OR (ended_at IS NOT NULL))),
  constraint what_is_open_has_not_ended CHECK (((status <> ALL (ARRAY['created'::text, 'processing'::text, 'shipping'::text])) OR (ended_at IS NULL))),
  constraint what_is_paid_out_was_delivered CHECK (((release_id IS NULL) OR (delivered_at IS NOT NULL)))
);
CREATE INDEX orders_of_buyer ON shop.orders USING btree (buyer_id, created_at DESC, id DESC);
CREATE INDEX orders_of_product ON shop.orders USING btree (work_id, buyer_id);
CREATE INDEX orders_of_seller ON shop.orders USING btree (seller_id, created_at DESC, id DESC);
CREATE INDEX orders_to_send ON shop.orders USING btree (seller_id, created_at) WHERE (status = ANY (ARRAY['created'::text, 'processing'::text]));
CREATE INDEX orders_unaccepted ON shop.orders USING btree (created_at) WHERE (status = 'created'::text);

create table shop.products (
  work_id uuid not null,
  type text not null,
  description text default ''::text not null,
  stock integer,
  shipping_note text default ''::text not null,
  constraint products_pkey PRIMARY KEY (work_id),
  constraint products_work_id_fkey FOREIGN KEY (work_id) REFERENCES works.works(id),
  constraint products_description_check CHECK ((length(description) <= 5000)),
  constraint products_shipping_note_check CHECK ((length(shipping_note) <= 1000)),
  constraint products_type_check CHECK ((type = ANY (ARRAY['physical'::text, 'digital'::text]))),
  constraint stock_is_never_oversold CHECK ((stock >= 0)),
  constraint what_is_sent_is_counted CHECK (((type = 'physical'::text) = (stock IS NOT NULL)))
);

create table subscriptions.periods (
  subscription_id uuid not null,
  number integer not null,
  transfer_id uuid not null,
  price bigint not null,
  tokens bigint not null,
  by_card boolean not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  refunded_tokens bigint default 0 not null,
  refunded_at timestamp with time zone,
  tier_id uuid,
  promotion_id uuid,
  giver_id uuid,
  transaction_id uuid,
  currency text not null,
  month_price bigint not null,
  constraint periods_pkey PRIMARY KEY (subscription_id, number),
  constraint payment_pays_once UNIQUE (transaction_id),
  constraint period_is_paid_once UNIQUE (transfer_id),
  constraint periods_giver_id_fkey FOREIGN KEY (giver_id) REFERENCES accounts.accounts(id),
  constraint periods_promotion_id_fkey FOREIGN KEY (promotion_id) REFERENCES offers.promotions(id),
  constraint periods_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions.subscriptions(id),
  constraint periods_tier_id_fkey FOREIGN KEY (tier_id) REFERENCES offers.tiers(id),
  constraint periods_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES payments.transactions(id),
  constraint period_has_a_length CHECK ((ends_at > starts_at)),
  constraint periods_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint periods_month_price_check CHECK ((month_price > 0)),
  constraint periods_number_check CHECK ((number > 0)),
  constraint periods_price_check CHECK ((price > 0)),
  constraint periods_tokens_check CHECK ((tokens > 0)),
  constraint refunded_is_whole CHECK (((refunded_tokens = 0) OR (refunded_at IS NOT NULL))),
  constraint refunds_no_more_than_was_paid CHECK (((refunded_tokens >= 0) AND (refunded_tokens <= tokens)))
);
CREATE INDEX periods_by_time ON subscriptions.periods USING btree (subscription_id, ends_at);
CREATE INDEX periods_of_tier ON subscriptions.periods USING btree (tier_id, ends_at) WHERE (tier_id IS NOT NULL);

create table subscriptions.subscriptions (
  id uuid default uuidv7() not null,
  fan_id uuid not null,
  performer_id uuid not null,
  type text not null,
  renews_as text not null,
  status text not null,
  gateway text not null,
  rebills_transaction_id uuid,
  price bigint not null,
  currency text not null,
  had_trial boolean default false not null,
  cycles integer default 0 not null,
  spent bigint default 0 not null,
  started_at timestamp with time zone not null,
  anchored_at timestamp with time zone not null,
  anchored_months integer default 0 not null,
  expires_at timestamp with time zone not null,
  renews_at timestamp with time zone,
  ended_reason text,
  tier_id uuid,
  tries smallint default 0 not null,
  told_price bigint,
  reminded_at timestamp with time zone,
  card_id uuid,
  constraint subscriptions_pkey PRIMARY KEY (id),
  constraint subscriptions_card_id_fkey FOREIGN KEY (card_id) REFERENCES payments.cards(id),
  constraint subscriptions_fan_id_fkey FOREIGN KEY (fan_id) REFERENCES accounts.accounts(id),
  constraint subscriptions_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts.accounts(id),
  constraint subscriptions_rebills_transaction_id_fkey FOREIGN KEY (rebills_transaction_id) REFERENCES payments.transactions(id),
  constraint tier_is_the_performers FOREIGN KEY (tier_id, performer_id) REFERENCES offers.tiers(id, performer_id),
  constraint ended_says_why CHECK (((status = 'expired'::text) = (ended_reason IS NOT NULL))),
  constraint not_oneself CHECK ((fan_id <> performer_id)),
  constraint only_running_ones_renew CHECK (((status = ANY (ARRAY['active'::text, 'past_due'::text])) = (renews_at IS NOT NULL))),
  constraint subscriptions_anchored_periods_check CHECK ((anchored_months >= 0)),
  constraint subscriptions_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint subscriptions_cycles_check CHECK ((cycles >= 0)),
  constraint subscriptions_ended_reason_check CHECK ((ended_reason = ANY (ARRAY['cancelled'::text, 'unpaid'::text, 'blocked'::text, 'performer_cancelled'::text, 'performer_left'::text, 'trial_over'::text, 'refunded'::text]))),
  constraint subscriptions_gateway_check CHECK ((gateway ~ '^[a-z]{2,20}$'::text)),
  constraint subscriptions_price_check CHECK ((price > 0)),
  constraint subscriptions_renews_as_check CHECK ((renews_as = ANY (ARRAY['monthly'::text, 'three_months'::text, 'six_months'::text, 'yearly'::text]))),
  constraint subscriptions_spent_check CHECK ((spent >= 0)),
  constraint subscriptions_status_check CHECK ((status = ANY (ARRAY['active'::text, 'cancelled'::text, 'expired'::text, 'past_due'::text]))),
  constraint subscriptions_told_price_check CHECK ((told_price > 0)),
  constraint subscriptions_tries_check CHECK ((tries >= 0)),
  constraint subscriptions_type_check CHECK ((type = ANY (ARRAY['free'::text, 'monthly'::text, 'three_months'::text, 'six_months'::text, 'yearly'::text])))
);
CREATE UNIQUE INDEX one_running_subscription ON subscriptions.subscriptions USING btree (fan_id, performer_id) WHERE (status <> 'expired'::text);
CREATE UNIQUE INDEX one_trial_ever ON subscriptions.subscriptions USING btree (fan_id, performer_id) WHERE had_trial;
CREATE INDEX subscriptions_by_fan ON subscriptions.subscriptions USING btree (performer_id, fan_id);
CREATE INDEX subscriptions_due ON subscriptions.subscriptions USING btree (renews_at) WHERE (renews_at IS NOT NULL);
CREATE INDEX subscriptions_of_agreement ON subscriptions.subscriptions USING btree (rebills_transaction_id) WHERE (rebills_transaction_id IS NOT NULL);
CREATE INDEX subscriptions_of_card ON subscriptions.subscriptions USING btree (card_id) WHERE (card_id IS NOT NULL);
CREATE INDEX subscriptions_of_fan ON subscriptions.subscriptions USING btree (fan_id, started_at DESC, id DESC);
CREATE INDEX subscriptions_of_performer ON subscriptions.subscriptions USING btree (performer_id, started_at DESC, id DESC);
CREATE INDEX subscriptions_running ON subscriptions.subscriptions USING btree (performer_id, expires_at) WHERE (status <> 'expired'::text);
CREATE INDEX subscriptions_running_out ON subscriptions.subscriptions USING btree (expires_at) WHERE (status = 'cancelled'::text);

create table translations.messages (
  locale text not null,
  key text not null,
  value text not null,
  changed_at timestamp with time zone not null,
  constraint messages_pkey PRIMARY KEY (locale, key),
  constraint messages_locale_check CHECK ((locale ~ '^[a-z]{2}-[A-Z]{2}$'::text)),
  constraint messages_value_check CHECK ((length(value) <= 2000))
);

create table uploads.unfinished (
  id uuid not null,
  owner_id uuid not null,
  purpose text not null,
  name text not null,
  bytes bigint not null,
  finished_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint unfinished_pkey PRIMARY KEY (id),
  constraint unfinished_bytes_check CHECK ((bytes > 0)),
  constraint unfinished_name_check CHECK ((length(name) <= 200)),
  constraint unfinished_purpose_check CHECK ((purpose = ANY (ARRAY['photo'::text, 'video'::text, 'audio'::text, 'teaser'::text, 'download'::text])))
);
CREATE INDEX unfinished_of_owner ON uploads.unfinished USING btree (owner_id) WHERE (finished_at IS NULL);
CREATE INDEX unfinished_oldest ON uploads.unfinished USING btree (created_at);

create table videos.videos (
  work_id uuid not null,
  description text default ''::text not null,
  publish_when_ready boolean default false not null,
  constraint videos_pkey PRIMARY KEY (work_id),
  constraint videos_work_id_fkey FOREIGN KEY (work_id) REFERENCES works.works(id),
  constraint videos_description_check CHECK ((length(description) <= 5000))
);

create table videos.welcomes (
  performer_id uuid not null,
  work_id uuid not null,
  chosen_at timestamp with time zone not null,
  constraint welcomes_pkey PRIMARY KEY (performer_id),
  constraint welcomes_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts.accounts(id),
  constraint welcomes_work_id_fkey FOREIGN KEY (work_id) REFERENCES videos.videos(work_id)
);
CREATE INDEX welcomes_of_work ON videos.welcomes USING btree (work_id);

create table wallet.account_kinds (
  kind wallet.word not null,
  is_personal boolean not null,
  has_floor boolean not null,
  constraint account_kinds_pkey PRIMARY KEY (kind),
  constraint account_kinds_kind_is_personal_has_floor_key UNIQUE (kind, is_personal, has_floor)
);

create table wallet.accounts (
  id bigint generated by default as identity not null,
  owner_id uuid,
  kind wallet.word not null,
  balance wallet.tokens default 0 not null,
  floor wallet.floor,
  frozen boolean default false not null,
  commission_basis_points wallet.basis_points,
  created_at timestamp with time zone default now() not null,
  is_personal boolean generated always as ((owner_id IS NOT NULL)) stored not null,
  has_floor boolean generated always as ((floor IS NOT NULL)) stored not null,
  held boolean default false not null,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint one_account_of_a_kind UNIQUE NULLS NOT DISTINCT (owner_id, kind),
  constraint account_is_of_a_kind FOREIGN KEY (kind, is_personal, has_floor) REFERENCES wallet.account_kinds(kind, is_personal, has_floor),
  constraint accounts_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts.accounts(id),
  constraint debt_freezes CHECK ((((floor)::bigint = 0) OR frozen)),
  constraint held_freezes CHECK (((NOT held) OR frozen)),
  constraint never_below_its_floor CHECK (((balance)::bigint >= (floor)::bigint))
) with (fillfactor=50);

create table wallet.holds (
  id uuid default uuidv7() not null,
  owner_id uuid not null,
  reason text not null,
  held_by uuid not null,
  held_at timestamp with time zone not null,
  let_go_by uuid,
  let_go_at timestamp with time zone,
  constraint holds_pkey PRIMARY KEY (id),
  constraint holds_held_by_fkey FOREIGN KEY (held_by) REFERENCES accounts.accounts(id),
  constraint holds_let_go_by_fkey FOREIGN KEY (let_go_by) REFERENCES accounts.accounts(id),
  constraint holds_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts.accounts(id),
  constraint holds_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 1000))),
  constraint let_go_is_whole CHECK (((let_go_by IS NULL) = (let_go_at IS NULL)))
);
CREATE UNIQUE INDEX one_hold_at_a_time ON wallet.holds USING btree (owner_id) WHERE (let_go_at IS NULL);

create table wallet.pending_credits (
  account bigint not null,
  transfer uuid not null,
  amount wallet.change not null,
  constraint pending_credits_pkey PRIMARY KEY (account, transfer) INCLUDE (amount)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);

create table wallet.transfers (
  id uuid default uuidv7() not null,
  sign wallet.sign default 1 not null,
  payer bigint not null,
  payee bigint not null,
  amount wallet.amount not null,
  commission bigint default 0 not null,
  kind wallet.word not null,
  reference character varying(200),
  key character varying(200),
  title character varying(300) not null,
  detail jsonb default '{}'::jsonb not null,
  paid_by uuid,
  balance_after bigint,
  reverses uuid,
  reversed_by uuid,
  created_at timestamp with time zone not null,
  number bigint generated always as identity not null,
  constraint transfers_pkey PRIMARY KEY (id),
  constraint transfer_is_numbered_once UNIQUE (number),
  constraint transfers_reverses_fkey FOREIGN KEY (reverses) REFERENCES wallet.transfers(id),
  constraint a_reversal_names_its_original CHECK ((((sign)::smallint = '-1'::integer) = (reverses IS NOT NULL))),
  constraint commission_is_a_part CHECK (((commission >= 0) AND (commission <= (amount)::bigint)))
);
CREATE UNIQUE INDEX key_is_used_once ON wallet.transfers USING btree (key) WHERE (key IS NOT NULL);
CREATE UNIQUE INDEX one_lock_a_payout ON wallet.transfers USING btree (reference) WHERE ((payee = 5) AND ((sign)::smallint = 1) AND (reversed_by IS NULL));
CREATE UNIQUE INDEX one_receipt_a_work ON wallet.transfers USING btree (reference, payer) WHERE (((sign)::smallint = 1) AND (reversed_by IS NULL) AND ((reference)::text ~~ 'work:%'::text));
CREATE INDEX reversals_of_payee ON wallet.transfers USING btree (payee) INCLUDE (amount, commission) WHERE ((sign)::smallint = '-1'::integer);
CREATE INDEX reversals_of_payer ON wallet.transfers USING btree (payer) INCLUDE (amount) WHERE ((sign)::smallint = '-1'::integer);
CREATE UNIQUE INDEX reversed_once ON wallet.transfers USING btree (reverses) WHERE (reverses IS NOT NULL);
CREATE INDEX spent_on_creator ON wallet.transfers USING btree (payee, paid_by) WHERE (((sign)::smallint = 1) AND (paid_by IS NOT NULL));
CREATE INDEX transfers_of_payee ON wallet.transfers USING btree (payee, created_at DESC, id DESC);
CREATE INDEX transfers_of_payer ON wallet.transfers USING btree (payer, created_at DESC, id DESC);

create table works.files (
  file_id uuid not null,
  work_id uuid not null,
  role text not null,
  "position" integer not null,
  constraint files_pkey PRIMARY KEY (work_id, file_id),
  constraint files_file_id_fkey FOREIGN KEY (file_id) REFERENCES files.files(id),
  constraint files_work_id_fkey FOREIGN KEY (work_id) REFERENCES works.works(id),
  constraint files_position_check CHECK ((("position" >= 0) AND ("position" <= 1000))),
  constraint files_role_check CHECK ((role = ANY (ARRAY['media'::text, 'preview'::text, 'teaser'::text])))
);
CREATE INDEX files_of_work ON works.files USING btree (work_id, role, "position");
CREATE INDEX files_used ON works.files USING btree (file_id);

create table works.kinds (
  name text not null,
  constraint kinds_pkey PRIMARY KEY (name),
  constraint kinds_name_check CHECK ((name ~ '^[a-z_]{1,20}$'::text))
);

create table works.participants (
  work_id uuid not null,
  performer_id uuid not null,
  state text default 'asked'::text not null,
  asked_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  is_named boolean default true not null,
  told_at timestamp with time zone,
  constraint participants_pkey PRIMARY KEY (work_id, performer_id),
  constraint participants_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts.accounts(id),
  constraint participants_work_id_fkey FOREIGN KEY (work_id) REFERENCES works.works(id),
  constraint answered_has_a_date CHECK (((state = 'asked'::text) = (answered_at IS NULL))),
  constraint participants_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'agreed'::text, 'declined'::text])))
);
CREATE INDEX participants_of_performer ON works.participants USING btree (performer_id, state, work_id);

create table works.works (
  id uuid default uuidv7() not null,
  kind text not null,
  creator_id uuid not null,
  audience text not null,
  price bigint default 0 not null,
  state text not null,
  title text not null,
  pinned boolean default false not null,
  published_at timestamp with time zone,
  scheduled_at timestamp with time zone,
  expires_at timestamp with time zone,
  deleted_at timestamp with time zone,
  decided_at timestamp with time zone,
  decided_by uuid,
  decision_reason text,
  announced_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  medium text not null,
  tags text[] default '{}'::text[] not null,
  words text default ''::text not null,
  slug text,
  likes bigint default 0 not null,
  is_for_front boolean default false not null,
  fit_for_all_at timestamp with time zone,
  fit_for_all_by uuid,
  constraint works_pkey PRIMARY KEY (id),
  constraint works_slug_key UNIQUE (slug),
  constraint works_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES accounts.accounts(id),
  constraint works_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES accounts.accounts(id),
  constraint works_fit_for_all_by_fkey FOREIGN KEY (fit_for_all_by) REFERENCES accounts.accounts(id),
  constraint works_kind_fkey FOREIGN KEY (kind) REFERENCES works.kinds(name),
  constraint a_mark_has_its_maker CHECK (((fit_for_all_at IS NULL) = (fit_for_all_by IS NULL))),
  constraint a_no_says_why CHECK (((state <> ALL (ARRAY['rejected'::text, 'removed'::text])) OR (decision_reason IS NOT NULL))),
  constraint only_a_sale_has_a_price CHECK (((audience = 'ppv'::text) = (price > 0))),
  constraint only_a_stream_is_metered CHECK (((audience <> 'metered'::text) OR (kind = 'stream'::text))),
  constraint only_what_is_free_is_for_front CHECK (((NOT is_for_front) OR (audience = 'free'::text))),
  constraint what_is_shown_has_a_date CHECK (((state <> 'active'::text) OR (published_at IS NOT NULL))),
  constraint what_was_refused_is_fit_for_nobody CHECK (((fit_for_all_at IS NULL) OR (state <> ALL (ARRAY['rejected'::text, 'removed'::text])))),
  constraint works_audience_check CHECK ((audience = ANY (ARRAY['free'::text, 'followers'::text, 'subscription'::text, 'ppv'::text, 'metered'::text]))),
  constraint works_decision_reason_check CHECK ((length(decision_reason) <= 1000)),
  constraint works_medium_check CHECK ((medium = ANY (ARRAY['text'::text, 'photo'::text, 'video'::text, 'audio'::text, 'stream'::text, 'goods'::text]))),
  constraint works_price_check CHECK (((price >= 0) AND (price <= '1000000000000'::bigint))),
  constraint works_slug_check CHECK (((length(slug) >= 1) AND (length(slug) <= 100))),
  constraint works_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'pending_review'::text, 'active'::text, 'rejected'::text, 'removed'::text]))),
  constraint works_tags_check CHECK ((cardinality(tags) <= 20)),
  constraint works_title_check CHECK ((length(title) <= 200)),
  constraint works_words_check CHECK ((length(words) <= 12000))
);
CREATE INDEX works_by_audience ON works.works USING btree (kind, audience, published_at DESC, id DESC) INCLUDE (medium, creator_id, expires_at) WHERE ((state = 'active'::text) AND (deleted_at IS NULL));
CREATE INDEX works_by_kind ON works.works USING btree (kind, published_at DESC, id DESC) INCLUDE (medium, creator_id, audience, expires_at) WHERE ((state = 'active'::text) AND (deleted_at IS NULL));
CREATE INDEX works_by_medium ON works.works USING btree (kind, medium, published_at DESC, id DESC) INCLUDE (audience, creator_id, expires_at) WHERE ((state = 'active'::text) AND (deleted_at IS NULL));
CREATE INDEX works_by_price ON works.works USING btree (kind, price, id) WHERE ((state = 'active'::text) AND (deleted_at IS NULL));
CREATE INDEX works_free_by_medium ON works.works USING btree (kind, medium, published_at DESC, id DESC) INCLUDE (creator_id, expires_at) WHERE ((state = 'active'::text) AND (deleted_at IS NULL) AND (audience = 'free'::text));
CREATE INDEX works_of_creator ON works.works USING btree (creator_id, created_at DESC) WHERE (deleted_at IS NULL);
CREATE INDEX works_open_to_all ON works.works USING btree (published_at DESC, id DESC) WHERE ((state = 'active'::text) AND (deleted_at IS NULL) AND (audience = 'free'::text) AND is_for_front AND (fit_for_all_at IS NOT NULL));
CREATE INDEX works_popular ON works.works USING btree (kind, likes DESC, published_at DESC, id DESC) INCLUDE (medium, creator_id, audience, expires_at) WHERE ((state = 'active'::text) AND (deleted_at IS NULL));
CREATE INDEX works_shown ON works.works USING btree (creator_id, published_at DESC, id DESC) INCLUDE (kind, medium, audience, expires_at) WHERE ((state = 'active'::text) AND (deleted_at IS NULL));
CREATE INDEX works_undecided ON works.works USING btree (published_at) WHERE ((state = 'active'::text) AND (decided_at IS NULL) AND (deleted_at IS NULL));
CREATE INDEX works_undecided_of ON works.works USING btree (creator_id, state, kind) WHERE ((deleted_at IS NULL) AND (state = ANY (ARRAY['pending_review'::text, 'rejected'::text, 'removed'::text])));
CREATE INDEX works_waiting ON works.works USING btree (updated_at) WHERE ((state = 'pending_review'::text) AND (deleted_at IS NULL));

create view wallet.balances as
 SELECT id,
    owner_id,
    kind,
    frozen,
    floor,
    (((balance)::numeric + COALESCE(( SELECT sum((p.amount)::bigint) AS sum
           FROM wallet.pending_credits p
          WHERE (p.account = a.id)), (0)::numeric)))::bigint AS balance
   FROM wallet.accounts a;

create view wallet.entries as
 SELECT t.id AS transfer,
    leg.account,
    (leg.amount * (t.sign)::smallint) AS amount,
    t.created_at
   FROM (wallet.transfers t
     CROSS JOIN LATERAL ( VALUES (t.payer,(- (t.amount)::bigint)), (t.payee,((t.amount)::bigint - t.commission)), ((2)::bigint,t.commission)) leg(account, amount))
  WHERE (leg.amount <> 0);

CREATE OR REPLACE FUNCTION accounts.follow_holder()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update accounts.accounts set email = new.email, email_verified_at = new.email_verified_at, proven_at = new.proven_at where holder_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION accounts.guard_erased()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception 'an account whose owner is gone stays as it is' using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION accounts.guard_former_names()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if exists (select from accounts.former_names f where f.digest = sha256(convert_to(new.username, 'UTF8'))) then
    raise exception 'somebody had this name who is gone' using errcode = 'unique_violation', constraint = 'username_unique';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION accounts.guard_holder()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  holder accounts.accounts;
begin
  if tg_op = 'UPDATE' then
    if new.holder_id is distinct from old.holder_id then
      raise exception 'an account stays with whoever holds it' using errcode = 'restrict_violation';
    end if;
    if old.role <> new.role and exists (select from accounts.accounts a where a.holder_id = new.id) then
      raise exception 'whoever holds an account stays a fan' using errcode = 'restrict_violation';
    end if;
  end if;
  if new.holder_id is not null then
    -- Not for update: whoever changes the holder takes the held one along (follow_holder), and waits for nobody here.
    select * into holder from accounts.accounts a where a.id = new.holder_id;
    if holder.role is distinct from 'user' then
      raise exception 'a fan holds a performer''s account' using errcode = 'integrity_constraint_violation';
    end if;
    new.email := holder.email;
    new.email_verified_at := holder.email_verified_at;
    new.proven_at := holder.proven_at;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION accounts.guard_identity()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception 'an identity stays with its account' using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION accounts.guard_passkey()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if (new.account_id, new.kind, new.credential_id, new.public_key, new.is_verified, new.added_at)
    is distinct from (old.account_id, old.kind, old.credential_id, old.public_key, old.is_verified, old.added_at) then
    raise exception 'a passkey stays what it was made as' using errcode = 'restrict_violation';
  end if;
  if new.counter < old.counter or (old.used_at is not null and (new.used_at is null or new.used_at < old.used_at)) then
    raise exception 'a passkey counts forward' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION accounts.guard_recovery_code()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if old.used_at is not null or new.used_at is null or new.account_id is distinct from old.account_id or new.code_hash is distinct from old.code_hash then
    raise exception 'a recovery code is used once' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION accounts.guard_two_factor()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if new.account_id is distinct from old.account_id or (old.confirmed_at is not null
    and (new.confirmed_at is distinct from old.confirmed_at or coalesce(new.last_step, 0) < coalesce(old.last_step, 0))) then
    raise exception 'a second factor stays as it was confirmed, and its steps go forward' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION accounts.guard_way_in()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if exists (select from accounts.accounts a where a.id = new.account_id and a.holder_id is not null) then
    raise exception 'an account that is held has no way in of its own' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION audit.append_only()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception 'the audit log is append-only';
end $function$;

CREATE OR REPLACE FUNCTION belongings.guard_day()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception 'what is kept of somebody is asked for once a day' using errcode = 'restrict_violation', constraint = 'once_a_day';
end $function$;

CREATE OR REPLACE FUNCTION campaigns.guard_campaign()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception 'a mass message that went out stays what it was' using errcode = 'integrity_constraint_violation';
end $function$;

CREATE OR REPLACE FUNCTION captcha.guard_token()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if old.spent_at is not null or new.spent_at is null or new.digest is distinct from old.digest
    or new.action is distinct from old.action or new.passed_at is distinct from old.passed_at then
    raise exception 'a captcha token passes as it is, and is spent once' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION coupons.count_uses()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'DELETE' or (tg_op = 'UPDATE' and (new.state = 'reserved' or old.state = 'redeemed')) then
    raise exception 'a use stays, and goes no way back' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' and (new.coupon_id, new.account_id, new.payment_id) is distinct from (old.coupon_id, old.account_id, old.payment_id) then
    raise exception 'a use stays whose it is' using errcode = 'restrict_violation';
  end if;
  update coupons.coupons
    set taken = taken + (new.state <> 'released')::int - (case when tg_op = 'UPDATE' then (old.state <> 'released')::int else 0 end)
    where id = new.coupon_id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION earnings.paid_by(_creator uuid, _row wallet.transfers)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  with sale as (
    select s.created_at, s.id, r.created_at as taken_at, coalesce(r.amount = s.amount, false) as is_whole
    from wallet.transfers s
    left join lateral (select b.* from wallet.taken_back_of(s.id) b where s.reversed_by is not null) r on true
    where s.id = case when _row.sign = 1 then _row.id else (select up.sale from wallet.taken_up_to(_row.id) up) end
  ), paid as (
    select c.payout_id, c.done_at from earnings.covers c, sale s
    where c.creator_id = _creator and (c.through_at, c.through_id) >= (s.created_at, s.id) and not (s.is_whole and s.taken_at <= c.done_at)
    order by c.done_at, c.payout_id limit 1
  )
  select case
    when _row.sign = 1 then (select payout_id from paid)
    else (select c.payout_id from earnings.covers c, paid p
      where c.creator_id = _creator and c.done_at >= greatest(p.done_at, _row.created_at) order by c.done_at, c.payout_id limit 1)
  end
$function$;

CREATE OR REPLACE FUNCTION files.keep_viewing()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op <> 'UPDATE' then
    raise exception 'viewings stay' using errcode = 'restrict_violation';
  end if;
  if new.file_id <> old.file_id or new.account_id <> old.account_id or new.first_at <> old.first_at or new.last_at < old.last_at then
    raise exception 'a viewing only becomes later' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION follows.count_followers()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into follows.totals as t (performer_id, followers)
  select performer_id, count(*) from came group by performer_id order by performer_id
  on conflict (performer_id) do update set followers = t.followers + excluded.followers;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION follows.uncount_followers()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform from follows.totals where performer_id in (select performer_id from gone) order by performer_id for no key update;
  update follows.totals t set followers = t.followers - g.followers
  from (select performer_id, count(*) as followers from gone group by performer_id) g where t.performer_id = g.performer_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION identity.guard_approval()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if new.state = 'approved' and (tg_op = 'INSERT' or old.state <> 'approved') and 2 <> (
    select count(*) from identity.documents d
    where d.account_id = new.account_id and d.replaced_at is null and d.kind in ('idVerification', 'documentVerification')
      and exists (select from identity.document_views v where v.document_id = d.id and v.viewer_id = new.decided_by)
  ) then
    raise exception 'an applicant is approved by somebody who has opened both papers' using errcode = 'check_violation', constraint = 'papers_seen';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION invoices.give_number()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  new.year := extract(year from new.issued_at at time zone 'UTC');
  -- Whoever writes at the same time waits here for the commit: a number that was given out is never free again, nor skipped.
  insert into invoices.counters (kind, year, last) values (new.kind, new.year, 1)
    on conflict (kind, year) do update set last = counters.last + 1
    returning last into new.number;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION invoices.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception 'a receipt stays as it was given out' using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION live.check_option()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  -- Nobody votes while it is looked at.
  perform from live.polls p where p.id = new.poll_id and p.ended_at is null for update;
  if not found or exists (select from live.votes v where v.poll_id = new.poll_id) then
    raise exception 'the options of a poll are those that it was asked with' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION live.check_tick()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if new.number <> 1 + (select count(*) from live.ticks where meter_id = new.meter_id)
    or not exists (
      select from live.meters m
      where m.id = new.meter_id and m.closed_at is null and m.minute_price = new.amount and m.served_ms = new.served_ms and m.served_ms > 0)
    or not exists (
      select from live.meters m join wallet.transfers t on t.id = new.transfer_id
      where m.id = new.meter_id and t.paid_by = m.payer_id and t.amount = new.amount and t.sign = 1 and t.key = 'tick:' || m.id || ':' || new.number)
  then
    raise exception 'a minute is charged in its turn, at its price, for what was served' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION live.check_vote()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform from live.polls p join live.streams s on s.work_id = p.stream_id
  where p.id = new.poll_id and p.ended_at is null and p.made_at <= new.voted_at and (p.expires_at is null or p.expires_at > new.voted_at)
    and s.status = 'live' and s.performer_id <> new.account_id
  for share of p;
  if not found then
    raise exception 'a vote is given while its poll runs, by whoever watches' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION live.guard_agreement()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  stream uuid;
begin
  if tg_table_name = 'streams' then stream := new.work_id; elsif tg_table_name = 'works' then stream := new.id; else stream := new.stream_id; end if;
  if live.guest_agrees(stream) is not true then
    raise exception 'a guest is on a stage by their own consent' using errcode = 'integrity_constraint_violation', detail = stream;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION live.guard_consent()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception 'a consent is kept as it was given, and ends once' using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION live.guard_invitation()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception 'that somebody was asked stays' using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION live.guard_meter()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception 'a meter counts on until it is closed, and stays' using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION live.guard_poll()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception 'a poll stays as it was asked, and a vote as it was given' using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION live.guard_provider()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception 'a stream keeps whoever carries it' using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION live.guard_stream()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception 'a stream goes from scheduled to live to ended, and stays' using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION live.guard_tick()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception 'a minute that was charged stays as it was, and goes back once' using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION live.guard_tip()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception 'a tip stays what it was given as, and goes back once' using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION live.guest_agrees(_stream uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN (SELECT CASE WHEN (s.guest_state = 'agreed'::text) THEN COALESCE(((c.guest_id = s.guest_id) AND (c.scheduled_at = COALESCE(s.scheduled_at, s.created_at)) AND (c.title = w.title) AND (c.description = s.description) AND (c.is_recorded OR (NOT (EXISTS (SELECT FROM live.recordings r WHERE (r.stream_id = s.work_id)))))), false) ELSE (c.id IS NULL) END AS "case" FROM ((live.streams s JOIN works.works w ON ((w.id = s.work_id))) LEFT JOIN live.consents c ON (((c.stream_id = s.work_id) AND (c.ended_at IS NULL)))) WHERE (s.work_id = guest_agrees._stream));

CREATE OR REPLACE FUNCTION live.refuse_a_private_recording()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if exists (select from live.streams where work_id = new.stream_id and type = 'private') then
    raise exception 'a private show is not recorded' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION live.refuse_uncounted_minutes()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if exists (select from live.streams where work_id = new.stream_id and type in ('group', 'private')) then
    raise exception 'a show paid for by the minute has no segments' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION messaging.guard_activity()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if coalesce(new.last_message_at, '-infinity') < coalesce(old.last_message_at, '-infinity')
    and new.last_message_at is distinct from (
      select m.created_at from messaging.messages m
      where m.conversation_id = new.id and (m.arrived is not null or m.sender_id = new.fan_id)
        and (m.deleted_by is null or m.sender_id is distinct from new.fan_id or m.deleted_by is distinct from m.sender_id)
      order by m.number desc limit 1)
    or coalesce(new.last_personal_at, '-infinity') < coalesce(old.last_personal_at, '-infinity')
    and new.last_personal_at is distinct from (
      select m.created_at from messaging.messages m
      where m.conversation_id = new.id and (m.arrived is not null or m.sender_id = new.performer_id)
        and (m.deleted_by is null or m.sender_id is distinct from new.performer_id or m.deleted_by is distinct from m.sender_id)
        and m.campaign_id is null and m.author = 'person'
      order by m.number desc limit 1)
  then
    raise exception 'what an inbox goes by moves back only to the line that it shows' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION messaging.guard_conversation()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception 'a conversation''s numbers and marks only move forward, and its people stay' using errcode = 'integrity_constraint_violation';
end $function$;

CREATE OR REPLACE FUNCTION messaging.guard_files()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'DELETE' and exists (
    select from messaging.messages m join accounts.accounts a on a.id = m.sender_id
    where m.id = old.message_id and m.deleted_at is not null and a.state = 'closed') then
    return old;
  end if;
  raise exception 'a message stays where it was said, by whom and for how much' using errcode = 'integrity_constraint_violation';
end $function$;

CREATE OR REPLACE FUNCTION messaging.guard_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception 'a message stays where it was said, by whom and for how much' using errcode = 'integrity_constraint_violation';
end $function$;

CREATE OR REPLACE FUNCTION messaging.guard_room()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception 'a closed room stays closed, and what was cleared stays cleared' using errcode = 'integrity_constraint_violation';
end $function$;

CREATE OR REPLACE FUNCTION notifications.guard_letter_key()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception 'the key of the links in letters stays as it is' using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION payouts.agrees(_request uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN (SELECT COALESCE(((t.payee = 5) AND ((t.sign)::smallint = 1) AND ((t.amount)::bigint = r.tokens) AND ((t.reference)::text = ('payout:'::text || r.id)) AND (t.paid_by = r.performer_id) AND ((r.status = ANY (ARRAY['rejected'::text, 'cancelled'::text, 'returned'::text])) = (t.reversed_by IS NOT NULL)) AND ((r.status = ANY (ARRAY['done'::text, 'returned'::text])) = (p.id IS NOT NULL)) AND (NOT (r.paid_id IS DISTINCT FROM p.id)) AND ((r.status = 'returned'::text) = (p.reversed_by IS NOT NULL)) AND ((r.status = 'done'::text) = (c.payout_id IS NOT NULL))), false) AS "coalesce" FROM (((payouts.requests r JOIN wallet.transfers t ON ((t.id = r.transfer_id))) LEFT JOIN wallet.transfers p ON (((p.key)::text = ('paid:'::text || r.id)))) LEFT JOIN earnings.covers c ON (((c.payout_id = r.id) AND (c.creator_id = r.performer_id) AND (c.amount = r.tokens)))) WHERE (r.id = agrees._request));

CREATE OR REPLACE FUNCTION payouts.guard_agreement()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  request uuid;
begin
  if tg_table_schema = 'wallet' then request := substring(new.reference from '^payout:(.{36})$')::uuid;
  elsif tg_table_schema = 'earnings' then request := coalesce(new.payout_id, old.payout_id);
  else request := new.id;
  end if;
  if payouts.agrees(request) is not true then
    raise exception 'a payout, its request and its sales say the same' using errcode = 'integrity_constraint_violation', detail = request;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION payouts.guard_request()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if old.status <> new.status and not (new.status = any (case old.status
    when 'pending' then array['approved', 'rejected', 'cancelled']
    when 'approved' then array['processing', 'rejected']
    when 'processing' then array['done', 'rejected']
    when 'done' then array['returned']
    else array[]::text[] end)) then
    raise exception 'a payout does not go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  if (old.id, old.performer_id, old.number, old.created_at) is distinct from (new.id, new.performer_id, new.number, new.created_at)
    or ((old.status, new.status) is distinct from ('pending', 'pending')
      and (old.tokens, old.amount, old.fee, old.rate, old.currency, old.transfer_id, old.sealed_bank)
      is distinct from (new.tokens, new.amount, new.fee, new.rate, new.currency, new.transfer_id, new.sealed_bank))
    or (old.paid_id is not null and old.paid_id is distinct from new.paid_id) then
    raise exception 'what was approved stays as it was approved' using errcode = 'restrict_violation';
  end if;
  if old.sealed_bank is distinct from new.sealed_bank or (old.transfer_id = new.transfer_id
      and (old.tokens, old.amount, old.fee, old.rate, old.currency) is distinct from (new.tokens, new.amount, new.fee, new.rate, new.currency)) then
    raise exception 'what was asked for stays as it was asked for' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION payouts.guard_transfer()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if old.status = 'processing' and new.status = 'rejected' and old.failure is null then
    raise exception 'a transfer that is under way is not taken back' using errcode = 'restrict_violation';
  end if;
  if (old.account_type, old.provider_ref) is distinct from (new.account_type, new.provider_ref)
    or (old.transfer_ref is not null and old.transfer_ref is distinct from new.transfer_ref) then
    raise exception 'a payout goes where it was asked to go' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION platform.note_page_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  -- Once a transaction; a savepoint that is undone takes both away.
  if current_setting('platform.page_change_is_noted', true) is distinct from 'yes' then
    insert into platform.page_changes default values;
    perform set_config('platform.page_change_is_noted', 'yes', true);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION proofs.guard_progress()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if (new.closed < old.closed) or (new.through < old.through) or (new.newest < old.newest) then
    raise exception 'the chain does not go back' using errcode = 'restrict_violation';
  end if;
  if new.newest > old.newest and new.newest > (select coalesce(max(t.number), 0) from wallet.transfers t) then
    raise exception 'the chain comes no further than there are transfers' using errcode = 'restrict_violation';
  end if;
  -- Looked up one by one: a plan that reads all links reads years.
  if new.through > old.through and exists (
    select from wallet.transfers t
    left join lateral (select true as is_there from proofs.links l where l.transfer = t.id limit 1) link on true
    where t.number > old.through and t.number <= new.through and link.is_there is null
  ) then
    raise exception 'the chain passes no transfer that is not linked' using errcode = 'restrict_violation';
  end if;
  if new.closed > old.closed and exists (
    select from proofs.links l cross join lateral (select t.number from wallet.transfers t where t.id = l.transfer limit 1) open
    where l.position > coalesce((select max(r.last) from proofs.roots r), 0) and open.number <= new.closed
  ) then
    raise exception 'a transfer is closed with its day' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION proofs.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception 'what is proved stays as it is' using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION referrals.guard_arrival()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'DELETE' and exists (select from accounts.accounts a where a.id in (old.account_id, old.performer_id) and a.state = 'closed') then
    return old;
  end if;
  if tg_op <> 'INSERT' then
    raise exception 'by whose link somebody came stays as it was' using errcode = 'check_violation';
  end if;
  if not exists (select from accounts.accounts a where a.id = new.account_id and a.created_at = new.came_at) then
    raise exception 'who is a member already comes by nobody''s link' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION referrals.guard_code()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    if not exists (select from accounts.accounts a where a.id = new.performer_id and a.role = 'performer') then
      raise exception 'only performers have a link' using errcode = 'check_violation';
    end if;
    -- One of somebody who is gone is nobody else's: it reads as taken.
    if exists (select from referrals.codes c where c.code = 'gone-' || left(encode(sha256(convert_to(new.code, 'UTF8')), 'hex'), 19)) then
      return null;
    end if;
    return new;
  end if;
  -- Of whoever closed their account (docs/adr/0028) its digest is left.
  if tg_op = 'UPDATE' and (new.performer_id, new.made_at) = (old.performer_id, old.made_at)
    and new.code = 'gone-' || left(encode(sha256(convert_to(old.code, 'UTF8')), 'hex'), 19)
    and exists (select from accounts.accounts a where a.id = old.performer_id and a.state = 'closed') then
    return new;
  end if;
  if tg_op = 'DELETE' or (new.code, new.performer_id, new.made_at) is distinct from (old.code, old.performer_id, old.made_at) then
    raise exception 'a code stays its performer''s' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION reports.guard_closing()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not exists (select from reports.decisions d where d.case_id = new.id and d.created_at >= new.closed_at) then
    raise exception 'a case is closed by a decision' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION reports.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception 'what was reported and what was decided stays as it was said' using errcode = 'integrity_constraint_violation';
end $function$;

CREATE OR REPLACE FUNCTION requests.guard_money()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  held wallet.transfers;
begin
  select * into held from wallet.transfers t where t.id = new.transfer_id;
  if held.payee is distinct from 4 or held.sign <> 1 or held.reference is distinct from 'request:' || new.id or held.amount <> new.price
    or held.paid_by <> new.fan_id or held.detail ->> 'sellerId' <> new.performer_id::text then
    raise exception 'a request holds what was quoted' using errcode = 'integrity_constraint_violation';
  end if;
  if (new.state = 'accepted') <> (held.reversed_by is null) then
    raise exception 'what a request held is held while it is accepted, and no longer' using errcode = 'integrity_constraint_violation';
  end if;
  if new.state = 'delivered' and not exists (
    select from wallet.transfers t join messaging.messages m on m.id = new.delivery_id
    where t.id = new.sale_id and t.sign = 1 and t.reference = 'work:' || m.work_id and t.amount = new.price and t.paid_by = new.fan_id
      and m.conversation_id = new.conversation_id and m.sender_id = new.performer_id and m.arrived is not null) then
    raise exception 'what was delivered is bought for what was quoted' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION requests.guard_request()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception 'a request goes on step by step, and what was agreed stays' using errcode = 'integrity_constraint_violation';
end $function$;

CREATE OR REPLACE FUNCTION videos.guard_welcome()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not exists (select from works.works w where w.id = new.work_id and w.creator_id = new.performer_id) then
    raise exception 'a welcome video is the performer''s own' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION wallet.account_of(_owner uuid, _kind text)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  account bigint;
begin
  if _owner is null then
    select id into strict account from wallet.accounts where owner_id is null and kind = _kind;
    return account;
  end if;
  select id into account from wallet.accounts where owner_id = _owner and kind = _kind;
  if not found then
    insert into wallet.accounts (owner_id, kind, floor) values (_owner, _kind, case when _kind = 'wallet' then 0 end)
    on conflict on constraint one_account_of_a_kind do nothing;
    select id into strict account from wallet.accounts where owner_id = _owner and kind = _kind;
  end if;
  return account;
end $function$;

CREATE OR REPLACE FUNCTION wallet.arrive()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  -- Always in the order of ids: two folds at once must not deadlock.
  perform 1 from wallet.accounts where id in (select account from folded) order by id for no key update;
  update wallet.accounts a set balance = a.balance + f.amount
  from (select account, sum(amount)::bigint as amount from folded group by account) f
  where a.id = f.account and f.amount <> 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION wallet.fold(_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  folded integer;
begin
  delete from wallet.pending_credits p
  using (select c.account, c.transfer from wallet.pending_credits c order by c.account, c.transfer limit _limit for update skip locked) chosen
  where p.account = chosen.account and p.transfer = chosen.transfer;
  get diagnostics folded = row_count;
  return folded;
end $function$;

CREATE OR REPLACE FUNCTION wallet.guard_coming_back()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if exists (select from wallet.transfers t where t.reference = new.reference and t.payee = 5 and t.sign = 1 and t.reversed_by is null) then
    raise exception 'what came back is its creator''s again' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION wallet.guard_escrow()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  held wallet.transfers;
begin
  if new.sign = 1 and new.payee = 4 then
    if not exists (select from wallet.accounts a where a.id = new.payer and a.kind = 'wallet' and a.owner_id::text <> new.detail ->> 'sellerId') then
      raise exception 'a hold is a wallet''s, and names its seller' using errcode = 'integrity_constraint_violation';
    end if;
    if new.commission <> 0 then
      raise exception 'a hold leaves no commission' using errcode = 'integrity_constraint_violation';
    end if;
    return new;
  end if;
  if new.sign = -1 and not exists (select from wallet.transfers t where t.id = new.reverses and t.sign = 1 and t.amount = new.amount) then
    raise exception 'what is or was in escrow goes back as a whole' using errcode = 'integrity_constraint_violation';
  end if;
  if new.sign = -1 and new.payer = 4 then return new; end if;
  select * into held from wallet.transfers t
  where t.id = case when new.sign = -1 then new.reverses else substring(new.key from '^release:(.{36})$')::uuid end
  for update;
  if new.sign = 1 then
    if held.payee is distinct from 4 or held.sign <> 1 or held.reversed_by is not null or held.amount <> new.amount
      or new.key is distinct from 'release:' || held.id
      or (held.kind, held.reference, held.paid_by) is distinct from (new.kind, new.reference, new.paid_by)
      or exists (select from wallet.transfers t where t.reverses = held.id) then
      raise exception 'only what is held is released' using errcode = 'integrity_constraint_violation';
    end if;
    if not exists (select from wallet.accounts a where a.id = new.payee and a.kind = 'earnings' and a.owner_id::text = held.detail ->> 'sellerId') then
      raise exception 'what is held is released to its seller' using errcode = 'integrity_constraint_violation';
    end if;
  elsif exists (select from wallet.transfers t where t.key = 'release:' || held.id and t.reversed_by is null) then
    raise exception 'what was released comes back to escrow first' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION wallet.guard_held()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if exists (select from wallet.accounts a where a.owner_id = new.owner_id and a.kind = 'wallet' and a.held)
    <> exists (select from wallet.holds h where h.owner_id = new.owner_id and h.let_go_at is null) then
    raise exception 'a held wallet says who held it, and why' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION wallet.guard_payouts()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  locked wallet.transfers;
begin
  if new.kind <> 'payout' or new.commission <> 0 or new.reference is null or new.reference !~ '^payout:.{36}$' then
    raise exception 'a payout names its request and leaves no commission' using errcode = 'integrity_constraint_violation';
  end if;
  if new.sign = 1 and new.payee = 5 then
    if not exists (select from wallet.accounts a where a.id = new.payer and a.kind = 'earnings' and a.owner_id = new.paid_by) then
      raise exception 'only earnings of one''s own are put aside for a payout' using errcode = 'integrity_constraint_violation';
    end if;
    return new;
  end if;
  select * into locked from wallet.transfers t
  where t.reference = new.reference and t.payee = 5 and t.sign = 1 and t.reversed_by is null
  for update;
  if new.sign = 1 and new.payer = 5 and new.payee = 6 then
    if locked.id is null or locked.amount <> new.amount or new.key is distinct from 'paid:' || substring(new.reference from 8)
      or exists (select from wallet.transfers t where t.reverses = locked.id) then
      raise exception 'only what was put aside is paid out' using errcode = 'integrity_constraint_violation';
    end if;
  elsif new.sign = -1 and new.payee = 5 then
    if exists (select from wallet.transfers t where t.key = 'paid:' || substring(new.reference from 8) and t.reversed_by is null) then
      raise exception 'what was paid out does not come back by itself' using errcode = 'integrity_constraint_violation';
    end if;
  elsif new.sign = -1 and new.payer = 5 and new.payee = 6 then
    if locked.id is null then
      raise exception 'only what was put aside and paid out comes back' using errcode = 'integrity_constraint_violation';
    end if;
  else
    raise exception 'what was put aside is paid out or given back, and what was paid out stays' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION wallet.guard_transfer()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  changed wallet.transfers := new;
begin
  changed.reversed_by := old.reversed_by;
  -- Depth 2 is wallet.settle_reversal() at work: nobody else sets reversed_by.
  if pg_trigger_depth() < 2 or old.reversed_by is not null or changed is distinct from old then
    raise exception 'transfers are append-only' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION wallet.move()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  one record;
  left_over bigint;
  reversal wallet.transfers;
  wrong text;
  reversals integer;
begin
  if (select count(*) from moved) = 1 then
    select m.id, m.sign::integer as sign, m.payer, m.payee, m.amount, m.commission, m.balance_after as said,
      paying.floor is not null as from_wallet, paid.floor is not null as to_wallet,
      wallet.wrong_between(m.id, m.sign, m.payer, m.payee, paying, paid) as wrong
    into one
    from moved m
    left join wallet.accounts paying on paying.id = m.payer
    left join wallet.accounts paid on paid.id = m.payee;
    if one.wrong is not null then raise exception '%', one.wrong using errcode = 'integrity_constraint_violation'; end if;
    if one.from_wallet or one.to_wallet then
      update wallet.accounts a
      set balance = a.balance + case when one.from_wallet then -one.sign * one.amount else one.sign * (one.amount - one.commission) end
      where a.id = case when one.from_wallet then one.payer else one.payee end
      returning a.balance into left_over;
      if one.said is distinct from left_over then
        raise exception 'transfer % says balance_after %, it is %', one.id, coalesce(one.said::text, 'nothing'), left_over
          using errcode = 'integrity_constraint_violation';
      end if;
    elsif one.said is not null then
      raise exception 'transfer % has no wallet in it and says balance_after %', one.id, one.said using errcode = 'integrity_constraint_violation';
    end if;
    insert into wallet.pending_credits (account, transfer, amount)
    select leg.account, one.id, one.sign * leg.amount
    from (values
      (one.payer, case when one.from_wallet then 0 else -one.amount end),
      (one.payee, case when one.to_wallet then 0 else one.amount - one.commission end),
      (2::bigint, one.commission)) as leg (account, amount)
    where leg.amount <> 0;
    reversals := case when one.sign = -1 then 1 else 0 end;
  else
    with side as materialized (
      select m.id, m.sign, m.payer, m.payee, m.amount, m.commission, m.balance_after,
        paying.floor is not null as from_wallet, paid.floor is not null as to_wallet,
        wallet.wrong_between(m.id, m.sign, m.payer, m.payee, paying, paid) as wrong
      from moved m
      left join wallet.accounts paying on paying.id = m.payer
      left join wallet.accounts paid on paid.id = m.payee
    ), now_in as (
      update wallet.accounts a
      set balance = a.balance + case when s.from_wallet then -s.sign * s.amount else s.sign * (s.amount - s.commission) end
      from side s
      where s.from_wallet <> s.to_wallet and a.id = case when s.from_wallet then s.payer else s.payee end
      returning s.id, s.balance_after as said, a.balance
    ), waiting as (
      insert into wallet.pending_credits (account, transfer, amount)
      select leg.account, any_value(s.id), sum(s.sign * leg.amount)
      from side s
      cross join lateral (values
        (s.payer, case when s.from_wallet then 0 else -s.amount end),
        (s.payee, case when s.to_wallet then 0 else s.amount - s.commission end),
        (2::bigint, s.commission)) as leg (account, amount)
      where s.wrong is null
      group by leg.account
      having sum(s.sign * leg.amount) <> 0
    )
    select
      coalesce(
        min(s.wrong),
        (select min(format('transfer %s says balance_after %s, it is %s', n.id, coalesce(n.said::text, 'nothing'), n.balance))
          from now_in n where n.said is distinct from n.balance),
        min(format('transfer %s has no wallet in it and says balance_after %s', s.id, s.balance_after))
          filter (where not s.from_wallet and not s.to_wallet and s.balance_after is not null),
        case when count(*) filter (where s.from_wallet <> s.to_wallet) <> (select count(*) from now_in) then 'a statement moves a wallet once' end),
      count(*) filter (where s.sign = -1)
    into wrong, reversals
    from side s;
    if wrong is not null then raise exception '%', wrong using errcode = 'integrity_constraint_violation'; end if;
  end if;
  if reversals > 0 then
    for reversal in select * from moved m where m.sign = -1 order by m.reverses loop
      perform wallet.settle_reversal(reversal);
    end loop;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION wallet.post(_payer uuid, _payer_kind text, _payee uuid, _payee_kind text, _paid_by uuid, _amount bigint, _basis_points integer, _expected bigint, _kind text, _reference text, _key text, _title text, _detail jsonb, _at timestamp with time zone, OUT outcome text, OUT transfer uuid, OUT balance bigint, OUT commission bigint)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  payer_id bigint;
  payee_id bigint;
  lowest bigint;
  is_frozen boolean;
  own_basis_points integer;
begin
  if _payee_kind = 'wallet' then
    payer_id := wallet.account_of(_payer, _payer_kind);
    perform wallet.account_of(_payee, 'wallet');
    select a.id, a.balance into payee_id, balance from wallet.accounts a where a.owner_id = _payee and a.kind = 'wallet' for no key update;
  else
    select a.id, a.commission_basis_points into payee_id, own_basis_points from wallet.accounts a where a.owner_id = _payee and a.kind = _payee_kind;
    if not found then payee_id := wallet.account_of(_payee, _payee_kind); end if;
    if _payer_kind = 'wallet' then
      select a.id, a.balance, a.floor, a.frozen into payer_id, balance, lowest, is_frozen
      from wallet.accounts a where a.owner_id = _payer and a.kind = 'wallet' for no key update;
      if not found then outcome := 'short'; balance := 0; return; end if;
    else
      payer_id := wallet.account_of(_payer, _payer_kind);
    end if;
  end if;

  if _reference like 'work:%' then
    select t.id, t.commission into transfer, commission from wallet.transfers t
    where t.payer = payer_id and t.reference = _reference and t.reference like 'work:%' and t.sign = 1 and t.reversed_by is null;
    if found then outcome := 'already'; return; end if;
  end if;
  if _key is not null then
    select t.transfer, t.commission into transfer, commission from wallet.posted_under(_key, payer_id, payee_id, _amount) t;
    if transfer is not null then outcome := 'already'; return; end if;
  end if;

  if _expected <> _amount then outcome := 'price_changed'; return; end if;
  if is_frozen then outcome := 'frozen'; return; end if;
  if balance - _amount < lowest then outcome := 'short'; return; end if;

  commission := _amount * coalesce(own_basis_points, _basis_points) / 10000;
  balance := case when lowest is not null then balance - _amount else balance + _amount - commission end;
  insert into wallet.transfers (payer, payee, amount, commission, kind, reference, key, title, detail, paid_by, balance_after, created_at)
  values (payer_id, payee_id, _amount, commission, _kind, _reference, _key, _title, _detail, _paid_by, balance, _at)
  on conflict (key) where key is not null do nothing
  returning id into transfer;
  outcome := 'posted';
  if transfer is null then
    -- Only between accounts without a floor: the same key was being posted at this very moment.
    select t.transfer, t.commission into transfer, commission from wallet.posted_under(_key, payer_id, payee_id, _amount) t;
    outcome := 'already';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION wallet.posted_under(_key text, _payer bigint, _payee bigint, _amount bigint, OUT transfer uuid, OUT commission bigint)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  is_same boolean;
begin
  select t.id, t.commission, (t.payer, t.payee, t.amount) = (_payer, _payee, _amount) into transfer, commission, is_same
  from wallet.transfers t where t.key = _key;
  if not is_same then raise exception 'the key % stands for another transfer', _key; end if;
end $function$;

CREATE OR REPLACE FUNCTION wallet.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception '%', tg_argv[0] using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION wallet.reverse(_transfer uuid, _amount bigint, _detail jsonb, _at timestamp with time zone, OUT outcome text, OUT transfer uuid, OUT balance bigint, OUT amount bigint)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  original wallet.transfers;
  last wallet.transfers;
  held wallet.accounts;
  taken record;
  back_commission bigint;
begin
  select * into original from wallet.transfers t where t.id = _transfer and t.sign = 1;
  if not found then outcome := 'unknown'; return; end if;
  select * into held from wallet.accounts a where a.id in (original.payer, original.payee) and a.floor is not null for no key update;
  -- Where neither side has a floor (a sale by card) the transfer itself is what two refunds at once take turns on.
  select * into original from wallet.transfers t where t.id = original.id for update;
  balance := held.balance;
  last := original;
  while last.reversed_by is not null loop
    select * into last from wallet.transfers t where t.id = last.reversed_by;
  end loop;
  select * into taken from wallet.taken_up_to(last.id);
  if taken.amount >= original.amount then
    outcome := 'already'; transfer := last.id; amount := last.amount;
    return;
  end if;
  amount := least(coalesce(_amount, original.amount), original.amount - taken.amount);
  back_commission := div(original.commission::numeric * (taken.amount + amount), original.amount)::bigint - taken.commission;
  balance := case
    when held.id = original.payer then held.balance + amount
    when held.id = original.payee then held.balance - (amount - back_commission)
  end;
  if balance < held.floor then outcome := 'short'; balance := held.balance; return; end if;
  insert into wallet.transfers (sign, payer, payee, amount, commission, kind, reference, title, detail, paid_by, balance_after, reverses, created_at)
  values (-1, original.payer, original.payee, amount, back_commission, original.kind, original.reference, original.title,
    _detail, original.paid_by, balance, last.id, _at)
  returning id into transfer;
  outcome := 'reversed';
end $function$;

CREATE OR REPLACE FUNCTION wallet.settle_reversal(reversal wallet.transfers)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  previous wallet.transfers;
  sale wallet.transfers;
  taken record;
begin
  select * into previous from wallet.transfers where id = reversal.reverses for update;
  if (reversal.payer, reversal.payee, reversal.kind) is distinct from (previous.payer, previous.payee, previous.kind)
    or reversal.reference is distinct from previous.reference then
    raise exception 'a reversal has the accounts, kind and reference of its original';
  end if;
  select * into taken from wallet.taken_up_to(reversal.id);
  select * into sale from wallet.transfers where id = taken.sale;
  if taken.amount - reversal.amount >= sale.amount then raise exception 'a reversal cannot be reversed'; end if;
  if taken.amount > sale.amount or (reversal.amount < sale.amount and sale.kind not in ('subscription', 'top_up')) then
    raise exception 'a reversal has the amount of its original, or less where that goes back in parts';
  end if;
  -- Rounded down over all parts together: a hundred small ones keep no more for the site than one.
  if taken.commission <> div(sale.commission::numeric * taken.amount, sale.amount)::bigint then
    raise exception 'a reversal gives back the commission of what it reverses';
  end if;
  update wallet.transfers set reversed_by = reversal.id where id = previous.id;
end $function$;

CREATE OR REPLACE FUNCTION wallet.taken_back_of(_sale uuid, _until timestamp with time zone DEFAULT 'infinity'::timestamp with time zone, OUT amount bigint, OUT commission bigint, OUT created_at timestamp with time zone)
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  with recursive chain as (
    select r.id, r.amount, r.commission, r.created_at from wallet.transfers r where r.reverses = _sale
    union all
    select r.id, r.amount, r.commission, r.created_at from chain join wallet.transfers r on r.reverses = chain.id
  )
  select coalesce(sum(c.amount), 0)::bigint, coalesce(sum(c.commission), 0)::bigint, max(c.created_at)
  from chain c where c.created_at <= _until
$function$;

CREATE OR REPLACE FUNCTION wallet.taken_up_to(_transfer uuid, OUT sale uuid, OUT amount bigint, OUT commission bigint)
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  with recursive up as (
    select t.id, t.sign, t.reverses, t.amount, t.commission from wallet.transfers t where t.id = _transfer
    union all
    select t.id, t.sign, t.reverses, t.amount, t.commission from up join wallet.transfers t on t.id = up.reverses where up.sign = -1
  )
  select (array_agg(up.id) filter (where up.sign = 1))[1], coalesce(sum(up.amount) filter (where up.sign = -1), 0)::bigint,
    coalesce(sum(up.commission) filter (where up.sign = -1), 0)::bigint
  from up
$function$;

CREATE OR REPLACE FUNCTION wallet.wrong_between(_id uuid, _sign integer, _payer bigint, _payee bigint, paying wallet.accounts, paid wallet.accounts)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN CASE WHEN (((paying).id IS NULL) OR ((paid).id IS NULL)) THEN format('transfer %s is not between two accounts'::text, _id) WHEN ((_payer = 2) OR (_payee = 2)) THEN 'the commission account only takes commission'::text WHEN ((_payer = _payee) OR ((paying).owner_id = (paid).owner_id)) THEN 'nobody pays themselves'::text WHEN (((paying).floor IS NOT NULL) AND ((paid).floor IS NOT NULL)) THEN 'a transfer locks one account at most'::text WHEN ((paying).frozen AND (_sign = 1)) THEN 'the payer is frozen'::text ELSE NULL::text END;

CREATE TRIGGER follow_holder AFTER UPDATE OF email, email_verified_at, proven_at ON accounts.accounts FOR EACH ROW WHEN (((new.holder_id IS NULL) AND (((old.email IS DISTINCT FROM new.email) OR (old.email_verified_at IS DISTINCT FROM new.email_verified_at)) OR (old.proven_at IS DISTINCT FROM new.proven_at)))) EXECUTE FUNCTION accounts.follow_holder();

CREATE TRIGGER guard_erased BEFORE UPDATE ON accounts.accounts FOR EACH ROW WHEN (((old.erased_at IS NOT NULL) AND (((((new.erased_at IS DISTINCT FROM old.erased_at) OR (new.state IS DISTINCT FROM old.state)) OR (new.name IS DISTINCT FROM old.name)) OR (new.username IS DISTINCT FROM old.username)) OR (new.closes_at IS DISTINCT FROM old.closes_at)))) EXECUTE FUNCTION accounts.guard_erased();

CREATE TRIGGER guard_former_names BEFORE INSERT OR UPDATE OF username ON accounts.accounts FOR EACH ROW EXECUTE FUNCTION accounts.guard_former_names();

CREATE TRIGGER guard_holder BEFORE INSERT OR UPDATE OF holder_id, role, email, email_verified_at, proven_at ON accounts.accounts FOR EACH ROW EXECUTE FUNCTION accounts.guard_holder();

CREATE TRIGGER page_changed AFTER DELETE OR UPDATE OF state, name, username, bio, role, gender, country ON accounts.accounts FOR EACH STATEMENT EXECUTE FUNCTION platform.note_page_change();

CREATE TRIGGER guard_held BEFORE INSERT OR UPDATE OF account_id ON accounts.identities FOR EACH ROW EXECUTE FUNCTION accounts.guard_way_in();

CREATE TRIGGER guard_whose BEFORE UPDATE OF account_id, provider, issuer, subject ON accounts.identities FOR EACH ROW EXECUTE FUNCTION accounts.guard_identity();

CREATE TRIGGER guard_held BEFORE INSERT OR UPDATE OF account_id ON accounts.links FOR EACH ROW EXECUTE FUNCTION accounts.guard_way_in();

CREATE TRIGGER guard_held BEFORE INSERT OR UPDATE OF account_id ON accounts.passkeys FOR EACH ROW EXECUTE FUNCTION accounts.guard_way_in();

CREATE TRIGGER guard_passkey BEFORE UPDATE ON accounts.passkeys FOR EACH ROW EXECUTE FUNCTION accounts.guard_passkey();

CREATE TRIGGER guard_recovery_code BEFORE UPDATE ON accounts.recovery_codes FOR EACH ROW EXECUTE FUNCTION accounts.guard_recovery_code();

CREATE TRIGGER guard_held BEFORE INSERT OR UPDATE OF account_id ON accounts.two_factor FOR EACH ROW EXECUTE FUNCTION accounts.guard_way_in();

CREATE TRIGGER guard_two_factor BEFORE UPDATE ON accounts.two_factor FOR EACH ROW EXECUTE FUNCTION accounts.guard_two_factor();

CREATE TRIGGER guard_held BEFORE INSERT OR UPDATE OF account_id ON age.results FOR EACH ROW EXECUTE FUNCTION accounts.guard_way_in();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON audit.entries FOR EACH ROW EXECUTE FUNCTION audit.append_only();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON audit.entries FOR EACH STATEMENT EXECUTE FUNCTION audit.append_only();

CREATE TRIGGER once_a_day BEFORE UPDATE ON belongings.requests FOR EACH ROW WHEN ((new.asked_at < (old.asked_at + '1 day'::interval))) EXECUTE FUNCTION belongings.guard_day();

CREATE TRIGGER page_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON blocks.countries FOR EACH STATEMENT EXECUTE FUNCTION platform.note_page_change();

CREATE TRIGGER guard_kept BEFORE DELETE ON campaigns.campaigns FOR EACH ROW EXECUTE FUNCTION campaigns.guard_campaign();

CREATE TRIGGER guard_sent BEFORE UPDATE ON campaigns.campaigns FOR EACH ROW WHEN (((((new.id IS DISTINCT FROM old.id) OR (new.performer_id IS DISTINCT FROM old.performer_id)) OR (new.created_at IS DISTINCT FROM old.created_at)) OR ((old.state <> 'scheduled'::text) AND ((new.state = 'scheduled'::text) OR (((new.text IS DISTINCT FROM old.text) OR (new.segment IS DISTINCT FROM old.segment)) OR (new.work_id IS DISTINCT FROM old.work_id)))))) EXECUTE FUNCTION campaigns.guard_campaign();

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON campaigns.campaigns FOR EACH STATEMENT EXECUTE FUNCTION campaigns.guard_campaign();

CREATE TRIGGER guard_token BEFORE UPDATE ON captcha.tokens FOR EACH ROW EXECUTE FUNCTION captcha.guard_token();

CREATE TRIGGER guard_insert BEFORE INSERT ON coupons.coupons FOR EACH ROW WHEN ((new.taken <> 0)) EXECUTE FUNCTION wallet.refuse_change('what is taken of a coupon follows from its uses');

CREATE TRIGGER guard_taken BEFORE UPDATE ON coupons.coupons FOR EACH ROW WHEN (((old.taken <> new.taken) AND (pg_trigger_depth() = 0))) EXECUTE FUNCTION wallet.refuse_change('what is taken of a coupon follows from its uses');

CREATE TRIGGER count_uses AFTER INSERT OR DELETE OR UPDATE ON coupons.uses FOR EACH ROW EXECUTE FUNCTION coupons.count_uses();

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON coupons.uses FOR EACH STATEMENT EXECUTE FUNCTION wallet.refuse_change('a use stays');

CREATE CONSTRAINT TRIGGER guard_payout AFTER INSERT OR DELETE ON earnings.covers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION payouts.guard_agreement();

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON earnings.covers FOR EACH STATEMENT EXECUTE FUNCTION wallet.refuse_change('what a payout paid stays what it paid');

CREATE TRIGGER guard_update BEFORE UPDATE ON earnings.covers FOR EACH ROW WHEN (((((old.payout_id IS DISTINCT FROM new.payout_id) OR (old.creator_id IS DISTINCT FROM new.creator_id)) OR (old.amount IS DISTINCT FROM new.amount)) OR (old.done_at IS DISTINCT FROM new.done_at))) EXECUTE FUNCTION wallet.refuse_change('what a payout paid stays what it paid');

CREATE TRIGGER page_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON feeds.poll_options FOR EACH STATEMENT EXECUTE FUNCTION platform.note_page_change();

CREATE TRIGGER page_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON feeds.posts FOR EACH STATEMENT EXECUTE FUNCTION platform.note_page_change();

CREATE TRIGGER page_changed AFTER DELETE OR UPDATE OF status, renditions, width, height, blur, duration_ms, tint_hue ON files.files FOR EACH STATEMENT EXECUTE FUNCTION platform.note_page_change();

CREATE TRIGGER guard_change BEFORE DELETE OR UPDATE ON files.viewings FOR EACH ROW EXECUTE FUNCTION files.keep_viewing();

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON files.viewings FOR EACH STATEMENT EXECUTE FUNCTION files.keep_viewing();

CREATE TRIGGER count_followers AFTER INSERT ON follows.follows REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION follows.count_followers();

CREATE TRIGGER uncount_followers AFTER DELETE ON follows.follows REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION follows.uncount_followers();

CREATE TRIGGER page_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON galleries.galleries FOR EACH STATEMENT EXECUTE FUNCTION platform.note_page_change();

CREATE TRIGGER page_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON galleries.photos FOR EACH STATEMENT EXECUTE FUNCTION platform.note_page_change();

CREATE TRIGGER guard_approval BEFORE INSERT OR UPDATE ON identity.applications FOR EACH ROW EXECUTE FUNCTION identity.guard_approval();

CREATE TRIGGER guard_counting BEFORE INSERT OR DELETE OR UPDATE ON invoices.counters FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION wallet.refuse_change('numbers are given out with receipts');

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON invoices.counters FOR EACH STATEMENT EXECUTE FUNCTION wallet.refuse_change('numbers are given out with receipts');

CREATE TRIGGER give_number BEFORE INSERT ON invoices.invoices FOR EACH ROW EXECUTE FUNCTION invoices.give_number();

CREATE TRIGGER guard_change BEFORE DELETE OR UPDATE ON invoices.invoices FOR EACH ROW EXECUTE FUNCTION invoices.refuse_change();

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON invoices.invoices FOR EACH STATEMENT EXECUTE FUNCTION invoices.refuse_change();

CREATE TRIGGER guard_given BEFORE UPDATE ON live.consents FOR EACH ROW WHEN (((((((((((new.id IS DISTINCT FROM old.id) OR (new.stream_id IS DISTINCT FROM old.stream_id)) OR (new.guest_id IS DISTINCT FROM old.guest_id)) OR (new.text IS DISTINCT FROM old.text)) OR (new.agreed_at IS DISTINCT FROM old.agreed_at)) OR (new.scheduled_at IS DISTINCT FROM old.scheduled_at)) OR (new.is_recorded IS DISTINCT FROM old.is_recorded)) OR (new.title IS DISTINCT FROM old.title)) OR (new.description IS DISTINCT FROM old.description)) OR ((old.ended_at IS NOT NULL) AND (new.ended_at IS DISTINCT FROM old.ended_at)))) EXECUTE FUNCTION live.guard_consent();

CREATE TRIGGER guard_kept BEFORE DELETE ON live.consents FOR EACH ROW EXECUTE FUNCTION live.guard_consent();

CREATE CONSTRAINT TRIGGER guard_stage AFTER INSERT OR UPDATE ON live.consents DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION live.guard_agreement();

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON live.consents FOR EACH STATEMENT EXECUTE FUNCTION live.guard_consent();

CREATE TRIGGER minutes_are_counted BEFORE INSERT OR UPDATE OF stream_id ON live.hls_runs FOR EACH ROW EXECUTE FUNCTION live.refuse_uncounted_minutes();

CREATE TRIGGER minutes_are_counted BEFORE INSERT OR UPDATE OF stream_id ON live.hls_viewers FOR EACH ROW EXECUTE FUNCTION live.refuse_uncounted_minutes();

CREATE TRIGGER guard_asked BEFORE UPDATE ON live.invitations FOR EACH ROW WHEN (((((new.stream_id IS DISTINCT FROM old.stream_id) OR (new.guest_id IS DISTINCT FROM old.guest_id)) OR (new.scheduled_at IS DISTINCT FROM old.scheduled_at)) OR (new.asked_at IS DISTINCT FROM old.asked_at))) EXECUTE FUNCTION live.guard_invitation();

CREATE TRIGGER guard_kept BEFORE DELETE ON live.invitations FOR EACH ROW EXECUTE FUNCTION live.guard_invitation();

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON live.invitations FOR EACH STATEMENT EXECUTE FUNCTION live.guard_invitation();

CREATE TRIGGER guard_kept BEFORE DELETE ON live.meters FOR EACH ROW EXECUTE FUNCTION live.guard_meter();

CREATE TRIGGER guard_steps BEFORE UPDATE ON live.meters FOR EACH ROW WHEN ((((((((new.id IS DISTINCT FROM old.id) OR (new.stream_id IS DISTINCT FROM old.stream_id)) OR (new.payer_id IS DISTINCT FROM old.payer_id)) OR (new.role IS DISTINCT FROM old.role)) OR (new.minute_price IS DISTINCT FROM old.minute_price)) OR (new.opened_at IS DISTINCT FROM old.opened_at)) OR (new.served_ms < old.served_ms) OR ((old.closed_at IS NOT NULL) AND (new.* IS DISTINCT FROM old.*)))) EXECUTE FUNCTION live.guard_meter();

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON live.meters FOR EACH STATEMENT EXECUTE FUNCTION live.guard_meter();

CREATE TRIGGER check_asked BEFORE INSERT ON live.poll_options FOR EACH ROW EXECUTE FUNCTION live.check_option();

CREATE TRIGGER guard_asked BEFORE DELETE OR UPDATE ON live.poll_options FOR EACH ROW EXECUTE FUNCTION live.guard_poll();

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON live.poll_options FOR EACH STATEMENT EXECUTE FUNCTION live.guard_poll();

CREATE TRIGGER guard_asked BEFORE UPDATE ON live.polls FOR EACH ROW WHEN ((((((new.id IS DISTINCT FROM old.id) OR (new.stream_id IS DISTINCT FROM old.stream_id)) OR (new.question IS DISTINCT FROM old.question)) OR (new.made_at IS DISTINCT FROM old.made_at)) OR (new.expires_at IS DISTINCT FROM old.expires_at) OR ((old.ended_at IS NOT NULL) AND (new.ended_at IS DISTINCT FROM old.ended_at)))) EXECUTE FUNCTION live.guard_poll();

CREATE TRIGGER guard_kept BEFORE DELETE ON live.polls FOR EACH ROW EXECUTE FUNCTION live.guard_poll();

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON live.polls FOR EACH STATEMENT EXECUTE FUNCTION live.guard_poll();

CREATE TRIGGER a_private_show_is_not_recorded BEFORE INSERT OR UPDATE OF stream_id ON live.recordings FOR EACH ROW EXECUTE FUNCTION live.refuse_a_private_recording();

CREATE CONSTRAINT TRIGGER guard_guest AFTER INSERT OR UPDATE OF stream_id ON live.recordings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION live.guard_agreement();

CREATE CONSTRAINT TRIGGER guard_guest AFTER INSERT ON live.streams DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.guest_state = 'agreed'::text)) EXECUTE FUNCTION live.guard_agreement();

CREATE CONSTRAINT TRIGGER guard_guest_changed AFTER UPDATE OF guest_id, guest_state, scheduled_at, description ON live.streams DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((((new.guest_id IS DISTINCT FROM old.guest_id) OR (new.guest_state IS DISTINCT FROM old.guest_state)) OR (new.scheduled_at IS DISTINCT FROM old.scheduled_at)) OR (new.description IS DISTINCT FROM old.description))) EXECUTE FUNCTION live.guard_agreement();

CREATE TRIGGER guard_kept BEFORE DELETE ON live.streams FOR EACH ROW EXECUTE FUNCTION live.guard_stream();

CREATE TRIGGER guard_provider BEFORE UPDATE ON live.streams FOR EACH ROW WHEN (((new.provider <> old.provider) AND (old.status <> 'scheduled'::text))) EXECUTE FUNCTION live.guard_provider();

CREATE TRIGGER guard_steps BEFORE UPDATE ON live.streams FOR EACH ROW WHEN ((((old.status = 'ended'::text) AND (new.status <> 'ended'::text)) OR ((old.status = 'live'::text) AND (new.status = 'scheduled'::text)) OR ((((new.work_id IS DISTINCT FROM old.work_id) OR (new.performer_id IS DISTINCT FROM old.performer_id)) OR (new.type IS DISTINCT FROM old.type)) OR (new.created_at IS DISTINCT FROM old.created_at)) OR ((old.started_at IS NOT NULL) AND (new.started_at IS DISTINCT FROM old.started_at)) OR ((old.ended_at IS NOT NULL) AND (((new.ended_at IS DISTINCT FROM old.ended_at) OR (new.ended_why IS DISTINCT FROM old.ended_why)) OR (new.ended_by IS DISTINCT FROM old.ended_by))) OR (new.duration < old.duration) OR (new.most_viewers < old.most_viewers))) EXECUTE FUNCTION live.guard_stream();

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON live.streams FOR EACH STATEMENT EXECUTE FUNCTION live.guard_stream();

CREATE TRIGGER check_charged BEFORE INSERT ON live.ticks FOR EACH ROW EXECUTE FUNCTION live.check_tick();

CREATE TRIGGER guard_charged BEFORE UPDATE ON live.ticks FOR EACH ROW WHEN (((((((((((new.meter_id IS DISTINCT FROM old.meter_id) OR (new.number IS DISTINCT FROM old.number)) OR (new.transfer_id IS DISTINCT FROM old.transfer_id)) OR (new.amount IS DISTINCT FROM old.amount)) OR (new.served_ms IS DISTINCT FROM old.served_ms)) OR (new.at IS DISTINCT FROM old.at)) OR (new.digest IS DISTINCT FROM old.digest)) OR (new.signature IS DISTINCT FROM old.signature)) OR (new.public_key IS DISTINCT FROM old.public_key)) OR ((old.returned_at IS NOT NULL) AND (new.returned_at IS DISTINCT FROM old.returned_at)))) EXECUTE FUNCTION live.guard_tick();

CREATE TRIGGER guard_kept BEFORE DELETE ON live.ticks FOR EACH ROW EXECUTE FUNCTION live.guard_tick();

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON live.ticks FOR EACH STATEMENT EXECUTE FUNCTION live.guard_tick();

CREATE TRIGGER guard_given BEFORE UPDATE ON live.tips FOR EACH ROW WHEN ((((((((((new.transfer_id IS DISTINCT FROM old.transfer_id) OR (new.stream_id IS DISTINCT FROM old.stream_id)) OR (new.goal_id IS DISTINCT FROM old.goal_id)) OR (new.menu_item_id IS DISTINCT FROM old.menu_item_id)) OR (new.fan_id IS DISTINCT FROM old.fan_id)) OR (new.is_anonymous IS DISTINCT FROM old.is_anonymous)) OR (new.amount IS DISTINCT FROM old.amount)) OR (new.given_at IS DISTINCT FROM old.given_at)) OR ((old.returned_at IS NOT NULL) AND (new.returned_at IS DISTINCT FROM old.returned_at)))) EXECUTE FUNCTION live.guard_tip();

CREATE TRIGGER guard_kept BEFORE DELETE ON live.tips FOR EACH ROW EXECUTE FUNCTION live.guard_tip();

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON live.tips FOR EACH STATEMENT EXECUTE FUNCTION live.guard_tip();

CREATE TRIGGER check_given BEFORE INSERT ON live.votes FOR EACH ROW EXECUTE FUNCTION live.check_vote();

CREATE TRIGGER guard_given BEFORE DELETE OR UPDATE ON live.votes FOR EACH ROW EXECUTE FUNCTION live.guard_poll();

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON live.votes FOR EACH STATEMENT EXECUTE FUNCTION live.guard_poll();

CREATE TRIGGER guard_activity BEFORE UPDATE ON messaging.conversations FOR EACH ROW WHEN (((COALESCE(new.last_message_at, '-infinity'::timestamp with time zone) < COALESCE(old.last_message_at, '-infinity'::timestamp with time zone)) OR (COALESCE(new.last_personal_at, '-infinity'::timestamp with time zone) < COALESCE(old.last_personal_at, '-infinity'::timestamp with time zone)))) EXECUTE FUNCTION messaging.guard_activity();

CREATE TRIGGER guard_forward BEFORE UPDATE ON messaging.conversations FOR EACH ROW WHEN (((new.last_change < old.last_change) OR (new.read_by_performer < old.read_by_performer) OR (new.read_by_fan < old.read_by_fan) OR ((((new.id IS DISTINCT FROM old.id) OR (new.kind IS DISTINCT FROM old.kind)) OR (new.performer_id IS DISTINCT FROM old.performer_id)) OR (new.fan_id IS DISTINCT FROM old.fan_id)))) EXECUTE FUNCTION messaging.guard_conversation();

CREATE TRIGGER guard_told BEFORE UPDATE OF told_read_by_performer, told_read_by_fan ON messaging.conversations FOR EACH ROW WHEN (((new.told_read_by_performer < old.told_read_by_performer) OR (new.told_read_by_fan < old.told_read_by_fan))) EXECUTE FUNCTION messaging.guard_conversation();

CREATE TRIGGER guard_kept BEFORE DELETE OR UPDATE ON messaging.message_files FOR EACH ROW EXECUTE FUNCTION messaging.guard_files();

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON messaging.message_files FOR EACH STATEMENT EXECUTE FUNCTION messaging.guard_message();

CREATE TRIGGER guard_campaign BEFORE UPDATE ON messaging.messages FOR EACH ROW WHEN ((new.campaign_id IS DISTINCT FROM old.campaign_id)) EXECUTE FUNCTION messaging.guard_message();

CREATE TRIGGER guard_kept BEFORE DELETE ON messaging.messages FOR EACH ROW EXECUTE FUNCTION messaging.guard_message();

CREATE TRIGGER guard_order BEFORE INSERT ON messaging.messages FOR EACH ROW WHEN ((uuid_extract_version(new.id) IS DISTINCT FROM 7)) EXECUTE FUNCTION messaging.guard_message();

CREATE TRIGGER guard_said BEFORE UPDATE ON messaging.messages FOR EACH ROW WHEN (((new.change < old.change) OR ((old.settled IS NOT NULL) AND (new.settled IS DISTINCT FROM old.settled) AND ((old.settled <> 'earned'::text) OR (new.settled <> 'returned'::text))) OR ((old.deleted_at IS NOT NULL) AND (new.deleted_at IS DISTINCT FROM old.deleted_at)) OR ((old.arrived IS NOT NULL) AND (new.arrived IS DISTINCT FROM old.arrived)) OR (((((((((((((new.id IS DISTINCT FROM old.id) OR (new.conversation_id IS DISTINCT FROM old.conversation_id)) OR (new.number IS DISTINCT FROM old.number)) OR (new.sender_id IS DISTINCT FROM old.sender_id)) OR (new.client_id IS DISTINCT FROM old.client_id)) OR (new.sent_hash IS DISTINCT FROM old.sent_hash)) OR (new.author IS DISTINCT FROM old.author)) OR (new.type IS DISTINCT FROM old.type)) OR (new.amount IS DISTINCT FROM old.amount)) OR (new.transfer_id IS DISTINCT FROM old.transfer_id)) OR (new.work_id IS DISTINCT FROM old.work_id)) OR (new.reply_to IS DISTINCT FROM old.reply_to)) OR (new.created_at IS DISTINCT FROM old.created_at)))) EXECUTE FUNCTION messaging.guard_message();

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON messaging.messages FOR EACH STATEMENT EXECUTE FUNCTION messaging.guard_message();

CREATE TRIGGER guard_forward BEFORE UPDATE ON messaging.rooms FOR EACH ROW WHEN (((new.is_active AND (NOT old.is_active)) OR (new.cleared_to < old.cleared_to) OR ((new.conversation_id IS DISTINCT FROM old.conversation_id) OR (new.stream_id IS DISTINCT FROM old.stream_id)))) EXECUTE FUNCTION messaging.guard_room();

CREATE TRIGGER guard_kept BEFORE DELETE OR UPDATE ON notifications.letter_key FOR EACH ROW EXECUTE FUNCTION notifications.guard_letter_key();

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON notifications.letter_key FOR EACH STATEMENT EXECUTE FUNCTION notifications.guard_letter_key();

CREATE TRIGGER page_changed AFTER INSERT OR DELETE OR UPDATE OF percent_off, applies_to, types, tier_id, max_uses, starts_at, ends_at, ended_at ON offers.promotions FOR EACH STATEMENT EXECUTE FUNCTION platform.note_page_change();

CREATE TRIGGER page_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON offers.tiers FOR EACH STATEMENT EXECUTE FUNCTION platform.note_page_change();

CREATE TRIGGER page_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON pages.pages FOR EACH STATEMENT EXECUTE FUNCTION platform.note_page_change();

CREATE TRIGGER page_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON pages.texts FOR EACH STATEMENT EXECUTE FUNCTION platform.note_page_change();

CREATE TRIGGER guard_delete BEFORE DELETE ON payments.disputes FOR EACH ROW EXECUTE FUNCTION wallet.refuse_change('what a gateway reported stays');

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON payments.disputes FOR EACH STATEMENT EXECUTE FUNCTION wallet.refuse_change('what a gateway reported stays');

CREATE TRIGGER guard_update BEFORE UPDATE ON payments.disputes FOR EACH ROW WHEN ((((old.transaction_id IS DISTINCT FROM new.transaction_id) OR (old.ref IS DISTINCT FROM new.ref)) OR (old.amount IS DISTINCT FROM new.amount))) EXECUTE FUNCTION wallet.refuse_change('what a gateway reported stays');

CREATE TRIGGER guard_delete BEFORE DELETE ON payments.gateway_events FOR EACH ROW EXECUTE FUNCTION wallet.refuse_change('what a gateway reported stays');

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON payments.gateway_events FOR EACH STATEMENT EXECUTE FUNCTION wallet.refuse_change('what a gateway reported stays');

CREATE TRIGGER guard_update BEFORE UPDATE ON payments.gateway_events FOR EACH ROW EXECUTE FUNCTION wallet.refuse_change('what a gateway reported stays');

CREATE TRIGGER guard_delete BEFORE DELETE ON payments.refunds FOR EACH ROW EXECUTE FUNCTION wallet.refuse_change('what a gateway reported stays');

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON payments.refunds FOR EACH STATEMENT EXECUTE FUNCTION wallet.refuse_change('what a gateway reported stays');

CREATE TRIGGER guard_update BEFORE UPDATE ON payments.refunds FOR EACH ROW WHEN (((((old.transaction_id IS DISTINCT FROM new.transaction_id) OR (old.ref IS DISTINCT FROM new.ref)) OR (old.amount IS DISTINCT FROM new.amount)) OR (old.heard_at IS DISTINCT FROM new.heard_at))) EXECUTE FUNCTION wallet.refuse_change('what a gateway reported stays');

CREATE TRIGGER guard_delete BEFORE DELETE ON payments.transactions FOR EACH ROW EXECUTE FUNCTION wallet.refuse_change('what a gateway reported stays');

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON payments.transactions FOR EACH STATEMENT EXECUTE FUNCTION wallet.refuse_change('what a gateway reported stays');

CREATE TRIGGER guard_update BEFORE UPDATE ON payments.transactions FOR EACH ROW WHEN ((((((old.account_id IS DISTINCT FROM new.account_id) OR (old.purpose IS DISTINCT FROM new.purpose)) OR (old.amount IS DISTINCT FROM new.amount)) OR (old.currency IS DISTINCT FROM new.currency)) OR (new.tokens > old.tokens) OR ((old.paid_at IS NOT NULL) AND ((new.paid_at IS NULL) OR (old.gateway <> new.gateway))))) EXECUTE FUNCTION wallet.refuse_change('a payment stays what it was');

CREATE TRIGGER account_is_told BEFORE INSERT ON payouts.requests FOR EACH ROW WHEN (((new.account_type = ANY (ARRAY['paypal'::text, 'other'::text])) AND (new.sealed_account IS NULL))) EXECUTE FUNCTION wallet.refuse_change('a payout by PayPal or another way names its account');

CREATE TRIGGER account_stays BEFORE UPDATE ON payouts.requests FOR EACH ROW WHEN (((old.sealed_account IS DISTINCT FROM new.sealed_account) OR (old.account_type <> new.account_type))) EXECUTE FUNCTION wallet.refuse_change('a payout goes where it was asked to go');

CREATE CONSTRAINT TRIGGER guard_agreement AFTER INSERT OR UPDATE ON payouts.requests DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION payouts.guard_agreement();

CREATE TRIGGER guard_delete BEFORE DELETE ON payouts.requests FOR EACH ROW EXECUTE FUNCTION wallet.refuse_change('requests stay');

CREATE TRIGGER guard_insert BEFORE INSERT ON payouts.requests FOR EACH ROW WHEN ((new.status <> 'pending'::text)) EXECUTE FUNCTION wallet.refuse_change('a payout is asked for first');

CREATE TRIGGER guard_transfer BEFORE UPDATE ON payouts.requests FOR EACH ROW WHEN ((old.account_type = 'stripe'::text)) EXECUTE FUNCTION payouts.guard_transfer();

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON payouts.requests FOR EACH STATEMENT EXECUTE FUNCTION wallet.refuse_change('requests stay');

CREATE TRIGGER guard_update BEFORE UPDATE ON payouts.requests FOR EACH ROW EXECUTE FUNCTION payouts.guard_request();

CREATE TRIGGER guard_worth BEFORE INSERT OR UPDATE OF tokens, amount, rate ON payouts.requests FOR EACH ROW WHEN ((((((new.tokens)::numeric * (new.rate)::numeric) - ((new.amount)::numeric * (10000)::numeric)) < (0)::numeric) OR ((((new.tokens)::numeric * (new.rate)::numeric) - ((new.amount)::numeric * (10000)::numeric)) > (GREATEST(new.rate, 10000))::numeric))) EXECUTE FUNCTION wallet.refuse_change('a payout is worth its tokens');

CREATE TRIGGER guard_delete BEFORE DELETE ON payouts.transfers FOR EACH ROW EXECUTE FUNCTION wallet.refuse_change('transfers stay');

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON payouts.transfers FOR EACH STATEMENT EXECUTE FUNCTION wallet.refuse_change('transfers stay');

CREATE TRIGGER guard_update BEFORE UPDATE ON payouts.transfers FOR EACH ROW WHEN (((old.ref <> new.ref) OR (old.request_id <> new.request_id) OR (new.reversed < old.reversed))) EXECUTE FUNCTION wallet.refuse_change('what came back of a transfer stays back');

CREATE TRIGGER page_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON profiles.performers FOR EACH STATEMENT EXECUTE FUNCTION platform.note_page_change();

CREATE TRIGGER page_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON profiles.pictures FOR EACH STATEMENT EXECUTE FUNCTION platform.note_page_change();

CREATE TRIGGER page_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON promos.promos FOR EACH STATEMENT EXECUTE FUNCTION platform.note_page_change();

CREATE TRIGGER guard_change BEFORE DELETE OR UPDATE ON proofs.links FOR EACH ROW EXECUTE FUNCTION proofs.refuse_change();

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON proofs.links FOR EACH STATEMENT EXECUTE FUNCTION proofs.refuse_change();

CREATE TRIGGER guard_delete BEFORE DELETE ON proofs.progress FOR EACH ROW EXECUTE FUNCTION proofs.refuse_change();

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON proofs.progress FOR EACH STATEMENT EXECUTE FUNCTION proofs.refuse_change();

CREATE TRIGGER guard_update BEFORE UPDATE ON proofs.progress FOR EACH ROW EXECUTE FUNCTION proofs.guard_progress();

CREATE TRIGGER guard_change BEFORE DELETE OR UPDATE ON proofs.roots FOR EACH ROW EXECUTE FUNCTION proofs.refuse_change();

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON proofs.roots FOR EACH STATEMENT EXECUTE FUNCTION proofs.refuse_change();

CREATE TRIGGER guard_arrival BEFORE INSERT OR DELETE OR UPDATE ON referrals.arrivals FOR EACH ROW EXECUTE FUNCTION referrals.guard_arrival();

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON referrals.arrivals FOR EACH STATEMENT EXECUTE FUNCTION wallet.refuse_change('by whose link somebody came stays as it was');

CREATE TRIGGER guard_code BEFORE INSERT OR DELETE OR UPDATE ON referrals.codes FOR EACH ROW EXECUTE FUNCTION referrals.guard_code();

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON referrals.codes FOR EACH STATEMENT EXECUTE FUNCTION wallet.refuse_change('a code stays its performer''s');

CREATE TRIGGER guard_case BEFORE UPDATE ON reports.cases FOR EACH ROW WHEN (((((((new.id IS DISTINCT FROM old.id) OR (new.number IS DISTINCT FROM old.number)) OR (new.target IS DISTINCT FROM old.target)) OR (new.target_id IS DISTINCT FROM old.target_id)) OR (new.opened_at IS DISTINCT FROM old.opened_at)) OR (new.owner_id IS DISTINCT FROM old.owner_id) OR (new.due_at > old.due_at) OR ((old.late_told_at IS NOT NULL) AND (new.late_told_at IS DISTINCT FROM old.late_told_at)))) EXECUTE FUNCTION reports.refuse_change();

CREATE TRIGGER guard_closing BEFORE INSERT OR UPDATE ON reports.cases FOR EACH ROW WHEN ((new.state = 'closed'::text)) EXECUTE FUNCTION reports.guard_closing();

CREATE TRIGGER guard_kept BEFORE DELETE ON reports.cases FOR EACH ROW EXECUTE FUNCTION reports.refuse_change();

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON reports.cases FOR EACH STATEMENT EXECUTE FUNCTION reports.refuse_change();

CREATE TRIGGER guard_change BEFORE DELETE OR UPDATE ON reports.decisions FOR EACH ROW EXECUTE FUNCTION reports.refuse_change();

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON reports.decisions FOR EACH STATEMENT EXECUTE FUNCTION reports.refuse_change();

CREATE TRIGGER guard_change BEFORE UPDATE ON reports.links FOR EACH ROW EXECUTE FUNCTION reports.refuse_change();

CREATE TRIGGER guard_change BEFORE DELETE OR UPDATE ON reports.reports FOR EACH ROW EXECUTE FUNCTION reports.refuse_change();

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON reports.reports FOR EACH STATEMENT EXECUTE FUNCTION reports.refuse_change();

CREATE TRIGGER guard_first BEFORE INSERT ON requests.requests FOR EACH ROW WHEN ((new.state <> 'asked'::text)) EXECUTE FUNCTION requests.guard_request();

CREATE TRIGGER guard_kept BEFORE DELETE ON requests.requests FOR EACH ROW EXECUTE FUNCTION requests.guard_request();

CREATE CONSTRAINT TRIGGER guard_money AFTER UPDATE ON requests.requests DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.transfer_id IS NOT NULL) AND (old.state <> new.state))) EXECUTE FUNCTION requests.guard_money();

CREATE TRIGGER guard_steps BEFORE UPDATE ON requests.requests FOR EACH ROW WHEN ((((old.state <> new.state) AND ((((((((((((((old.state <> 'asked'::text) OR (new.state <> 'quoted'::text)) AND ((old.state <> 'asked'::text) OR (new.state <> 'declined'::text))) AND ((old.state <> 'asked'::text) OR (new.state <> 'withdrawn'::text))) AND ((old.state <> 'asked'::text) OR (new.state <> 'expired'::text))) AND ((old.state <> 'quoted'::text) OR (new.state <> 'accepted'::text))) AND ((old.state <> 'quoted'::text) OR (new.state <> 'declined'::text))) AND ((old.state <> 'quoted'::text) OR (new.state <> 'withdrawn'::text))) AND ((old.state <> 'quoted'::text) OR (new.state <> 'expired'::text))) AND ((old.state <> 'accepted'::text) OR (new.state <> 'delivered'::text))) AND ((old.state <> 'accepted'::text) OR (new.state <> 'declined'::text))) AND ((old.state <> 'accepted'::text) OR (new.state <> 'overdue'::text))) AND ((old.state <> 'accepted'::text) OR (new.state <> 'refunded'::text))) AND ((old.state <> 'delivered'::text) OR (new.state <> 'refunded'::text)))) OR ((old.state = new.state) AND (old.state <> ALL (ARRAY['quoted'::text, 'accepted'::text]))) OR ((old.state <> ALL (ARRAY['asked'::text, 'quoted'::text])) AND (((old.price IS DISTINCT FROM new.price) OR (old.days IS DISTINCT FROM new.days)) OR (old.quoted_at IS DISTINCT FROM new.quoted_at))) OR ((old.transfer_id IS NOT NULL) AND ((old.transfer_id IS DISTINCT FROM new.transfer_id) OR (old.accepted_at IS DISTINCT FROM new.accepted_at))) OR (new.due_at < old.due_at) OR ((old.sale_id IS NOT NULL) AND (((old.sale_id IS DISTINCT FROM new.sale_id) OR (old.delivered_at IS DISTINCT FROM new.delivered_at)) OR (old.delivery_id IS DISTINCT FROM new.delivery_id))) OR (new.changed_at < old.changed_at) OR (((((((new.id IS DISTINCT FROM old.id) OR (new.conversation_id IS DISTINCT FROM old.conversation_id)) OR (new.message_id IS DISTINCT FROM old.message_id)) OR (new.performer_id IS DISTINCT FROM old.performer_id)) OR (new.fan_id IS DISTINCT FROM old.fan_id)) OR (new.budget IS DISTINCT FROM old.budget)) OR (new.created_at IS DISTINCT FROM old.created_at)))) EXECUTE FUNCTION requests.guard_request();

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON requests.requests FOR EACH STATEMENT EXECUTE FUNCTION requests.guard_request();

CREATE TRIGGER page_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON settings.settings FOR EACH STATEMENT EXECUTE FUNCTION platform.note_page_change();

CREATE TRIGGER page_changed AFTER INSERT OR DELETE OR UPDATE OF type, description, shipping_note ON shop.products FOR EACH STATEMENT EXECUTE FUNCTION platform.note_page_change();

CREATE TRIGGER page_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON translations.messages FOR EACH STATEMENT EXECUTE FUNCTION platform.note_page_change();

CREATE TRIGGER page_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON videos.videos FOR EACH STATEMENT EXECUTE FUNCTION platform.note_page_change();

CREATE TRIGGER guard_own BEFORE INSERT OR UPDATE ON videos.welcomes FOR EACH ROW EXECUTE FUNCTION videos.guard_welcome();

CREATE TRIGGER page_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON videos.welcomes FOR EACH STATEMENT EXECUTE FUNCTION platform.note_page_change();

CREATE TRIGGER guard_delete BEFORE DELETE ON wallet.accounts FOR EACH ROW EXECUTE FUNCTION wallet.refuse_change('accounts stay');

CREATE CONSTRAINT TRIGGER guard_held AFTER UPDATE OF held ON wallet.accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wallet.guard_held();

CREATE TRIGGER guard_insert BEFORE INSERT ON wallet.accounts FOR EACH ROW WHEN (((new.balance)::bigint <> 0)) EXECUTE FUNCTION wallet.refuse_change('a new account is empty');

CREATE CONSTRAINT TRIGGER guard_new_held AFTER INSERT ON wallet.accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.held) EXECUTE FUNCTION wallet.guard_held();

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON wallet.accounts FOR EACH STATEMENT EXECUTE FUNCTION wallet.refuse_change('accounts stay');

CREATE TRIGGER guard_update BEFORE UPDATE ON wallet.accounts FOR EACH ROW WHEN (((((old.balance)::bigint <> (new.balance)::bigint) AND (pg_trigger_depth() = 0)) OR (old.id <> new.id) OR (old.owner_id IS DISTINCT FROM new.owner_id) OR ((old.kind)::text <> (new.kind)::text))) EXECUTE FUNCTION wallet.refuse_change('balances follow transfers, and an account keeps its owner and kind');

CREATE TRIGGER guard_delete BEFORE DELETE ON wallet.holds FOR EACH ROW EXECUTE FUNCTION wallet.refuse_change('holds stay');

CREATE CONSTRAINT TRIGGER guard_hold AFTER INSERT OR UPDATE ON wallet.holds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wallet.guard_held();

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON wallet.holds FOR EACH STATEMENT EXECUTE FUNCTION wallet.refuse_change('holds stay');

CREATE TRIGGER guard_update BEFORE UPDATE ON wallet.holds FOR EACH ROW WHEN (((old.let_go_at IS NOT NULL) OR ((((old.owner_id IS DISTINCT FROM new.owner_id) OR (old.reason IS DISTINCT FROM new.reason)) OR (old.held_by IS DISTINCT FROM new.held_by)) OR (old.held_at IS DISTINCT FROM new.held_at)))) EXECUTE FUNCTION wallet.refuse_change('a hold is let go once, and stays as it was');

CREATE TRIGGER arrive AFTER DELETE ON wallet.pending_credits REFERENCING OLD TABLE AS folded FOR EACH STATEMENT EXECUTE FUNCTION wallet.arrive();

CREATE TRIGGER guard_insert BEFORE INSERT ON wallet.pending_credits FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION wallet.refuse_change('only transfers append credits');

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON wallet.pending_credits FOR EACH STATEMENT EXECUTE FUNCTION wallet.refuse_change('pending credits are folded, not dropped');

CREATE TRIGGER guard_update BEFORE UPDATE ON wallet.pending_credits FOR EACH ROW EXECUTE FUNCTION wallet.refuse_change('pending credits are folded, not changed');

CREATE CONSTRAINT TRIGGER guard_coming_back AFTER INSERT ON wallet.transfers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((new.sign)::smallint = '-1'::integer) AND (new.payee = 6))) EXECUTE FUNCTION wallet.guard_coming_back();

CREATE TRIGGER guard_delete BEFORE DELETE ON wallet.transfers FOR EACH ROW EXECUTE FUNCTION wallet.refuse_change('transfers are append-only');

CREATE TRIGGER guard_escrow BEFORE INSERT ON wallet.transfers FOR EACH ROW WHEN (((new.payer = 4) OR (new.payee = 4))) EXECUTE FUNCTION wallet.guard_escrow();

CREATE TRIGGER guard_new BEFORE INSERT ON wallet.transfers FOR EACH ROW WHEN ((new.reversed_by IS NOT NULL)) EXECUTE FUNCTION wallet.refuse_change('a new transfer is not reversed');

CREATE TRIGGER guard_number BEFORE INSERT ON wallet.transfers FOR EACH ROW WHEN ((new.number IS DISTINCT FROM currval('wallet.transfers_number_seq'::regclass))) EXECUTE FUNCTION wallet.refuse_change('a transfer’s number is drawn, not given');

CREATE TRIGGER guard_payouts BEFORE INSERT ON wallet.transfers FOR EACH ROW WHEN (((new.payer = ANY (ARRAY[(5)::bigint, (6)::bigint])) OR (new.payee = ANY (ARRAY[(5)::bigint, (6)::bigint])))) EXECUTE FUNCTION wallet.guard_payouts();

CREATE CONSTRAINT TRIGGER guard_request AFTER INSERT ON wallet.transfers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.payer = ANY (ARRAY[(5)::bigint, (6)::bigint])) OR (new.payee = ANY (ARRAY[(5)::bigint, (6)::bigint])))) EXECUTE FUNCTION payouts.guard_agreement();

CREATE TRIGGER guard_spelling BEFORE INSERT ON wallet.transfers FOR EACH ROW WHEN ((((new.sign)::smallint = 1) AND (((new.key)::text !~ '^([a-z_]+(:([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?!0[0-9]+(:|$))[a-z0-9_]{1,31}))+|reinstated:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:[[:graph:]]{1,120})$'::text) OR ((new.reference)::text !~ '^[a-z_]+(:([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?!0[0-9]+(:|$))[a-z0-9_]{1,31}))+$'::text)))) EXECUTE FUNCTION wallet.refuse_change('a key and a reference are spelled in one way');

CREATE TRIGGER guard_top_up BEFORE INSERT ON wallet.transfers FOR EACH ROW WHEN ((((new.sign)::smallint = 1) AND (new.payer = 1) AND ((new.key IS NULL) OR ((new.key)::text ~ '^payment:[^:]*:'::text)))) EXECUTE FUNCTION wallet.refuse_change('what comes from a gateway comes under the key of its payment');

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON wallet.transfers FOR EACH STATEMENT EXECUTE FUNCTION wallet.refuse_change('transfers are append-only');

CREATE TRIGGER guard_update BEFORE UPDATE ON wallet.transfers FOR EACH ROW EXECUTE FUNCTION wallet.guard_transfer();

CREATE TRIGGER move AFTER INSERT ON wallet.transfers REFERENCING NEW TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION wallet.move();

CREATE TRIGGER page_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON works.files FOR EACH STATEMENT EXECUTE FUNCTION platform.note_page_change();

CREATE TRIGGER page_changed AFTER INSERT OR DELETE OR UPDATE OF performer_id, state, is_named ON works.participants FOR EACH STATEMENT EXECUTE FUNCTION platform.note_page_change();

CREATE CONSTRAINT TRIGGER guard_guest AFTER UPDATE OF title ON works.works DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.kind = 'stream'::text) AND (new.title IS DISTINCT FROM old.title))) EXECUTE FUNCTION live.guard_agreement();

CREATE TRIGGER page_changed AFTER INSERT OR DELETE OR UPDATE OF kind, creator_id, audience, price, state, title, pinned, published_at, scheduled_at, expires_at, deleted_at, medium, tags, words, slug, is_for_front, fit_for_all_at ON works.works FOR EACH STATEMENT EXECUTE FUNCTION platform.note_page_change();

comment on column accounts.failed_logins.login is 'what is counted: a name or an account, and from where';
