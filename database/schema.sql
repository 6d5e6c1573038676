-- Written by `npm run stagedoor -- schema dump` after the migrations of this folder; never edited by hand.

create schema accounts;

create schema audit;

create schema blocks;

create schema contact;

create schema files;

create schema follows;

create schema identity;

create schema mail;

create schema outbox;

create schema platform;

create schema profiles;

create schema settings;

create schema translations;

create schema wallet;

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
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_bio_check CHECK ((length(bio) <= 1000)),
  constraint accounts_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint accounts_email_check CHECK ((length(email) <= 254)),
  constraint accounts_gender_check CHECK ((gender = ANY (ARRAY['male'::text, 'female'::text, 'transgender'::text]))),
  constraint accounts_locale_check CHECK ((locale ~ '^[a-z]{2}-[A-Z]{2}$'::text)),
  constraint accounts_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint accounts_role_check CHECK ((role = ANY (ARRAY['user'::text, 'performer'::text, 'staff'::text]))),
  constraint accounts_state_check CHECK ((state = ANY (ARRAY['active'::text, 'pending'::text, 'rejected'::text, 'closed'::text]))),
  constraint accounts_timezone_check CHECK ((length(timezone) <= 60)),
  constraint adults_only CHECK (((birth_date IS NULL) OR ((birth_date + (18 * 365)) <= (((created_at AT TIME ZONE 'UTC'::text))::date + 1)))),
  constraint username_form CHECK ((username ~ '^[a-z0-9._]{3,30}$'::text))
);
CREATE UNIQUE INDEX email_unique ON accounts.accounts USING btree (lower(email));
CREATE UNIQUE INDEX username_unique ON accounts.accounts USING btree (username);

create table accounts.failed_logins (
  login text not null,
  failures integer not null,
  last_at timestamp with time zone not null,
  locked_until timestamp with time zone,
  constraint failed_logins_pkey PRIMARY KEY (login),
  constraint failed_logins_failures_check CHECK ((failures > 0))
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
  constraint links_pkey PRIMARY KEY (id),
  constraint links_token_hash_key UNIQUE (token_hash),
  constraint links_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id) ON DELETE CASCADE,
  constraint links_purpose_check CHECK ((purpose = ANY (ARRAY['verify_email'::text, 'reset_password'::text])))
);
CREATE INDEX links_of_account ON accounts.links USING btree (account_id, purpose, created_at DESC);

create table accounts.sessions (
  id uuid default uuidv7() not null,
  account_id uuid not null,
  token_hash bytea not null,
  actor_id uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  user_agent text default ''::text not null,
  ip inet,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id) ON DELETE CASCADE,
  constraint sessions_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES accounts.accounts(id)
);
CREATE INDEX sessions_of_account ON accounts.sessions USING btree (account_id) WHERE (revoked_at IS NULL);

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

create table blocks.countries (
  performer_id uuid not null,
  country text not null,
  constraint countries_pkey PRIMARY KEY (performer_id, country),
  constraint countries_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts.accounts(id),
  constraint countries_country_check CHECK ((country ~ '^[A-Z]{2}$'::text))
);

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
  created_at timestamp with time zone not null,
  constraint files_pkey PRIMARY KEY (id),
  constraint files_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts.accounts(id),
  constraint files_bytes_check CHECK ((bytes > 0)),
  constraint files_height_check CHECK ((height > 0)),
  constraint files_progress_check CHECK (((progress >= 0) AND (progress <= 100))),
  constraint files_purpose_check CHECK ((purpose = ANY (ARRAY['feed-photo'::text, 'thumbnail'::text, 'avatar'::text, 'cover'::text]))),
  constraint files_status_check CHECK ((status = ANY (ARRAY['created'::text, 'processing'::text, 'finished'::text, 'error'::text]))),
  constraint files_width_check CHECK ((width > 0)),
  constraint finished_is_whole CHECK (((status <> 'finished'::text) OR ((width IS NOT NULL) AND (height IS NOT NULL) AND (blur IS NOT NULL))))
);
CREATE INDEX files_of_owner ON files.files USING btree (owner_id, created_at DESC);
CREATE INDEX files_unfinished ON files.files USING btree (created_at) WHERE (status = ANY (ARRAY['created'::text, 'processing'::text]));

create table follows.follows (
  fan_id uuid not null,
  performer_id uuid not null,
  created_at timestamp with time zone not null,
  constraint follows_pkey PRIMARY KEY (fan_id, performer_id),
  constraint follows_fan_id_fkey FOREIGN KEY (fan_id) REFERENCES accounts.accounts(id),
  constraint follows_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES accounts.accounts(id),
  constraint not_oneself CHECK ((fan_id <> performer_id))
);
CREATE INDEX follows_of_performer ON follows.follows USING btree (performer_id, created_at DESC);

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
CREATE INDEX documents_of_account ON identity.documents USING btree (account_id, kind) WHERE (replaced_at IS NULL);

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

create table outbox.events (
  id bigint generated always as identity not null,
  name text not null,
  payload jsonb not null,
  created_at timestamp with time zone not null,
  constraint events_pkey PRIMARY KEY (id)
);

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
CREATE INDEX idempotency_age ON platform.idempotency USING btree (created_at);

create table platform.migrations (
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone default now() not null,
  constraint migrations_pkey PRIMARY KEY (name)
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
  commission_basis_points integer,
  welcome_message text default ''::text not null,
  shows_in_rankings boolean default true not null,
  approved_at timestamp with time zone,
  constraint performers_pkey PRIMARY KEY (account_id),
  constraint performers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.accounts(id),
  constraint performers_commission_basis_points_check CHECK (((commission_basis_points >= 0) AND (commission_basis_points <= 10000))),
  constraint performers_message_price_check CHECK ((message_price >= 0)),
  constraint performers_monthly_price_check CHECK ((monthly_price > 0)),
  constraint performers_tagline_check CHECK ((length(tagline) <= 120)),
  constraint performers_welcome_message_check CHECK ((length(welcome_message) <= 500)),
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

create table settings.settings (
  key text not null,
  value jsonb not null,
  changed_by uuid,
  changed_at timestamp with time zone not null,
  constraint settings_pkey PRIMARY KEY (key)
);

create table translations.messages (
  locale text not null,
  key text not null,
  value text not null,
  changed_at timestamp with time zone not null,
  constraint messages_pkey PRIMARY KEY (locale, key),
  constraint messages_locale_check CHECK ((locale ~ '^[a-z]{2}-[A-Z]{2}$'::text)),
  constraint messages_value_check CHECK ((length(value) <= 2000))
);

create table wallet.accounts (
  id bigint generated by default as identity not null,
  owner_id uuid,
  kind text not null,
  balance bigint default 0 not null,
  floor bigint,
  frozen boolean default false not null,
  commission_basis_points integer,
  created_at timestamp with time zone default now() not null,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint one_account_of_a_kind UNIQUE NULLS NOT DISTINCT (owner_id, kind),
  constraint accounts_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts.accounts(id),
  constraint accounts_balance_check CHECK (((balance >= '-9007199254740991'::bigint) AND (balance <= '9007199254740991'::bigint))),
  constraint accounts_commission_basis_points_check CHECK (((commission_basis_points >= 0) AND (commission_basis_points <= 10000))),
  constraint accounts_floor_check CHECK ((floor <= 0)),
  constraint accounts_kind_check CHECK ((kind = ANY (ARRAY['wallet'::text, 'earnings'::text, 'commission'::text, 'gateway'::text, 'granted'::text]))),
  constraint commission_is_on_earnings CHECK (((commission_basis_points IS NULL) OR (kind = 'earnings'::text))),
  constraint debt_freezes CHECK (((floor = 0) OR frozen)),
  constraint never_below_its_floor CHECK ((balance >= floor)),
  constraint only_wallets_have_a_floor CHECK (((floor IS NOT NULL) = (kind = 'wallet'::text))),
  constraint people_own_wallets_and_earnings CHECK (((owner_id IS NOT NULL) = (kind = ANY (ARRAY['wallet'::text, 'earnings'::text]))))
) with (fillfactor=50);

create table wallet.pending_credits (
  account bigint not null,
  transfer uuid not null,
  amount bigint not null,
  constraint pending_credits_pkey PRIMARY KEY (account, transfer) INCLUDE (amount),
  constraint pending_credits_amount_check CHECK ((amount <> 0))
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);

create table wallet.transfers (
  id uuid default uuidv7() not null,
  sign smallint default 1 not null,
  payer bigint not null,
  payee bigint not null,
  amount bigint not null,
  commission bigint default 0 not null,
  kind text not null,
  reference text,
  key text,
  title text not null,
  detail jsonb default '{}'::jsonb not null,
  paid_by uuid,
  balance_after bigint,
  reverses uuid,
  reversed_by uuid,
  created_at timestamp with time zone not null,
  constraint transfers_pkey PRIMARY KEY (id),
  constraint key_is_used_once UNIQUE (key),
  constraint reversed_once UNIQUE (reverses),
  constraint transfers_reverses_fkey FOREIGN KEY (reverses) REFERENCES wallet.transfers(id),
  constraint a_reversal_names_its_original CHECK (((sign = '-1'::integer) = (reverses IS NOT NULL))),
  constraint a_reversal_stands CHECK (((sign = 1) OR (reversed_by IS NULL))),
  constraint amount_is_positive CHECK (((amount >= 1) AND (amount <= '1000000000000000'::bigint))),
  constraint commission_is_a_part CHECK (((commission >= 0) AND (commission <= amount))),
  constraint transfers_key_check CHECK ((length(key) <= 200)),
  constraint transfers_kind_check CHECK ((kind ~ '^[a-z][a-z_]{1,30}$'::text)),
  constraint transfers_reference_check CHECK ((length(reference) <= 200)),
  constraint transfers_sign_check CHECK ((sign = ANY (ARRAY[1, '-1'::integer]))),
  constraint transfers_title_check CHECK ((length(title) <= 300)),
  constraint two_accounts CHECK ((payer <> payee))
);
CREATE UNIQUE INDEX one_receipt_a_work ON wallet.transfers USING btree (reference, payer) WHERE ((sign = 1) AND (reversed_by IS NULL) AND (reference ~~ 'work:%'::text));
CREATE INDEX transfers_of_payee ON wallet.transfers USING btree (payee, created_at DESC, id DESC);
CREATE INDEX transfers_of_payer ON wallet.transfers USING btree (payer, created_at DESC, id DESC);

create view wallet.balances as
 SELECT id,
    owner_id,
    kind,
    frozen,
    floor,
    (((balance)::numeric + COALESCE(( SELECT sum(p.amount) AS sum
           FROM wallet.pending_credits p
          WHERE (p.account = a.id)), (0)::numeric)))::bigint AS balance
   FROM wallet.accounts a;

create view wallet.entries as
 SELECT t.id AS transfer,
    leg.account,
    (leg.amount * t.sign) AS amount,
    t.created_at
   FROM (wallet.transfers t
     CROSS JOIN LATERAL ( VALUES (t.payer,(- t.amount)), (t.payee,(t.amount - t.commission)), ((2)::bigint,t.commission)) leg(account, amount))
  WHERE (leg.amount <> 0);

CREATE OR REPLACE FUNCTION audit.append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the audit log is append-only';
end $function$;

CREATE OR REPLACE FUNCTION wallet.account_of(_owner uuid, _kind text)
 RETURNS wallet.accounts
 LANGUAGE plpgsql
AS $function$
declare
  account wallet.accounts;
begin
  if _owner is null then
    select * into strict account from wallet.accounts where owner_id is null and kind = _kind;
    return account;
  end if;
  select * into account from wallet.accounts where owner_id = _owner and kind = _kind;
  if not found then
    insert into wallet.accounts (owner_id, kind, floor) values (_owner, _kind, case when _kind = 'wallet' then 0 end)
    on conflict on constraint one_account_of_a_kind do nothing;
    select * into strict account from wallet.accounts where owner_id = _owner and kind = _kind;
  end if;
  return account;
end $function$;

CREATE OR REPLACE FUNCTION wallet.arrive()
 RETURNS trigger
 LANGUAGE plpgsql
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

CREATE OR REPLACE FUNCTION wallet.guard_transfer()
 RETURNS trigger
 LANGUAGE plpgsql
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
AS $function$
declare
  payer wallet.accounts;
  payee wallet.accounts;
  held bigint;
  after bigint;
begin
  select * into payer from wallet.accounts where id = new.payer;
  if not found then raise exception 'transfer % has no payer', new.id using errcode = 'foreign_key_violation'; end if;
  select * into payee from wallet.accounts where id = new.payee;
  if not found then raise exception 'transfer % has no payee', new.id using errcode = 'foreign_key_violation'; end if;
  if new.payer = 2 or new.payee = 2 then raise exception 'the commission account only takes commission'; end if;
  if payer.owner_id = payee.owner_id then raise exception 'nobody pays themselves'; end if;
  if payer.floor is not null and payee.floor is not null then raise exception 'a transfer locks one account at most'; end if;
  if payer.frozen and new.sign = 1 then raise exception 'the payer is frozen'; end if;
  if new.sign = -1 then perform wallet.settle_reversal(new); end if;

  if payer.floor is not null then
    held := new.payer;
    update wallet.accounts set balance = balance - new.sign * new.amount where id = held returning balance into after;
  elsif payee.floor is not null then
    held := new.payee;
    update wallet.accounts set balance = balance + new.sign * (new.amount - new.commission) where id = held returning balance into after;
  end if;
  if after is distinct from new.balance_after then
    raise exception 'transfer % says balance_after %, it is %', new.id, new.balance_after, after;
  end if;
  insert into wallet.pending_credits (account, transfer, amount)
  select leg.account, new.id, leg.amount * new.sign
  from (values (new.payer, -new.amount), (new.payee, new.amount - new.commission), (2::bigint, new.commission)) as leg (account, amount)
  where leg.amount <> 0 and leg.account is distinct from held;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION wallet.post(_payer uuid, _payer_kind text, _payee uuid, _payee_kind text, _paid_by uuid, _amount bigint, _basis_points integer, _expected bigint, _kind text, _reference text, _key text, _title text, _detail jsonb, _at timestamp with time zone, OUT outcome text, OUT transfer uuid, OUT balance bigint, OUT commission bigint)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  payer wallet.accounts := wallet.account_of(_payer, _payer_kind);
  payee wallet.accounts := wallet.account_of(_payee, _payee_kind);
  held wallet.accounts;
  earlier wallet.transfers;
begin
  select * into held from wallet.accounts a
  where a.id = case when payer.floor is not null then payer.id when payee.floor is not null then payee.id end for no key update;
  balance := held.balance;

  if _reference like 'work:%' then
    select * into earlier from wallet.transfers t
    where t.payer = payer.id and t.reference = _reference and t.reference like 'work:%' and t.sign = 1 and t.reversed_by is null;
  end if;
  if earlier.id is null and _key is not null then
    earlier := wallet.posted_under(_key, payer.id, payee.id, _amount);
  end if;
  if earlier.id is not null then
    outcome := 'already'; transfer := earlier.id; commission := earlier.commission;
    return;
  end if;

  if _expected <> _amount then outcome := 'price_changed'; return; end if;
  if held.id = payer.id and held.frozen then outcome := 'frozen'; return; end if;
  if held.id = payer.id and held.balance - _amount < held.floor then outcome := 'short'; return; end if;

  commission := _amount * coalesce(payee.commission_basis_points, _basis_points) / 10000;
  balance := case when held.id = payer.id then held.balance - _amount when held.id = payee.id then held.balance + _amount - commission end;
  insert into wallet.transfers (payer, payee, amount, commission, kind, reference, key, title, detail, paid_by, balance_after, created_at)
  values (payer.id, payee.id, _amount, commission, _kind, _reference, _key, _title, _detail, _paid_by, balance, _at)
  on conflict on constraint key_is_used_once do nothing
  returning id into transfer;
  outcome := 'posted';
  if transfer is null then
    -- Only between accounts without a floor: the same key was being posted at this very moment.
    earlier := wallet.posted_under(_key, payer.id, payee.id, _amount);
    outcome := 'already'; transfer := earlier.id; commission := earlier.commission;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION wallet.posted_under(_key text, _payer bigint, _payee bigint, _amount bigint)
 RETURNS wallet.transfers
 LANGUAGE plpgsql
AS $function$
declare
  earlier wallet.transfers;
begin
  select * into earlier from wallet.transfers t where t.key = _key;
  if earlier.id is not null and (earlier.payer, earlier.payee, earlier.amount) <> (_payer, _payee, _amount) then
    raise exception 'the key % stands for another transfer', _key;
  end if;
  return earlier;
end $function$;

CREATE OR REPLACE FUNCTION wallet.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
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
  held wallet.accounts;
  part_commission bigint;
begin
  select * into original from wallet.transfers t where t.id = _transfer and t.sign = 1;
  if not found then outcome := 'unknown'; return; end if;
  select * into held from wallet.accounts a where a.id in (original.payer, original.payee) and a.floor is not null for no key update;
  -- Where neither side has a floor (a sale by card) the transfer itself is what two refunds at once take turns on.
  perform 1 from wallet.transfers t where t.id = original.id for update;
  balance := held.balance;
  select t.id, t.amount into transfer, amount from wallet.transfers t where t.reverses = original.id;
  if found then outcome := 'already'; return; end if;

  amount := coalesce(_amount, original.amount);
  part_commission := div(original.commission::numeric * amount, original.amount)::bigint;
  balance := case
    when held.id = original.payer then held.balance + amount
    when held.id = original.payee then held.balance - (amount - part_commission)
  end;
  if balance < held.floor then outcome := 'short'; balance := held.balance; return; end if;
  insert into wallet.transfers (sign, payer, payee, amount, commission, kind, reference, title, detail, paid_by, balance_after, reverses, created_at)
  values (-1, original.payer, original.payee, amount, part_commission, original.kind, original.reference, original.title,
    _detail, original.paid_by, balance, original.id, _at)
  returning id into transfer;
  outcome := 'reversed';
end $function$;

CREATE OR REPLACE FUNCTION wallet.settle_reversal(reversal wallet.transfers)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  original wallet.transfers;
begin
  select * into original from wallet.transfers where id = reversal.reverses for update;
  if original.sign <> 1 then raise exception 'a reversal cannot be reversed'; end if;
  if (reversal.payer, reversal.payee, reversal.kind) is distinct from (original.payer, original.payee, original.kind)
    or reversal.reference is distinct from original.reference then
    raise exception 'a reversal has the accounts, kind and reference of its original';
  end if;
  if reversal.amount > original.amount or (reversal.amount < original.amount and original.kind <> 'subscription') then
    raise exception 'a reversal has the amount of its original';
  end if;
  if reversal.commission <> div(original.commission::numeric * reversal.amount, original.amount)::bigint then
    raise exception 'a reversal gives back the commission of what it reverses';
  end if;
  update wallet.transfers set reversed_by = reversal.id where id = original.id;
end $function$;

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON audit.entries FOR EACH ROW EXECUTE FUNCTION audit.append_only();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON audit.entries FOR EACH STATEMENT EXECUTE FUNCTION audit.append_only();

CREATE TRIGGER guard_balance BEFORE UPDATE ON wallet.accounts FOR EACH ROW WHEN (((old.balance <> new.balance) AND (pg_trigger_depth() = 0))) EXECUTE FUNCTION wallet.refuse_change('balances follow transfers');

CREATE TRIGGER guard_delete BEFORE DELETE ON wallet.accounts FOR EACH ROW EXECUTE FUNCTION wallet.refuse_change('accounts stay');

CREATE TRIGGER guard_identity BEFORE UPDATE ON wallet.accounts FOR EACH ROW WHEN (((old.id <> new.id) OR (old.owner_id IS DISTINCT FROM new.owner_id) OR (old.kind <> new.kind))) EXECUTE FUNCTION wallet.refuse_change('an account keeps its owner and kind');

CREATE TRIGGER guard_insert BEFORE INSERT ON wallet.accounts FOR EACH ROW WHEN ((new.balance <> 0)) EXECUTE FUNCTION wallet.refuse_change('a new account is empty');

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON wallet.accounts FOR EACH STATEMENT EXECUTE FUNCTION wallet.refuse_change('accounts stay');

CREATE TRIGGER arrive AFTER DELETE ON wallet.pending_credits REFERENCING OLD TABLE AS folded FOR EACH STATEMENT EXECUTE FUNCTION wallet.arrive();

CREATE TRIGGER guard_insert BEFORE INSERT ON wallet.pending_credits FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION wallet.refuse_change('only transfers append credits');

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON wallet.pending_credits FOR EACH STATEMENT EXECUTE FUNCTION wallet.refuse_change('pending credits are folded, not dropped');

CREATE TRIGGER guard_update BEFORE UPDATE ON wallet.pending_credits FOR EACH ROW EXECUTE FUNCTION wallet.refuse_change('pending credits are folded, not changed');

CREATE TRIGGER guard_delete BEFORE DELETE ON wallet.transfers FOR EACH ROW EXECUTE FUNCTION wallet.refuse_change('transfers are append-only');

CREATE TRIGGER guard_new BEFORE INSERT ON wallet.transfers FOR EACH ROW WHEN ((new.reversed_by IS NOT NULL)) EXECUTE FUNCTION wallet.refuse_change('a new transfer is not reversed');

CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON wallet.transfers FOR EACH STATEMENT EXECUTE FUNCTION wallet.refuse_change('transfers are append-only');

CREATE TRIGGER guard_update BEFORE UPDATE ON wallet.transfers FOR EACH ROW EXECUTE FUNCTION wallet.guard_transfer();

CREATE TRIGGER move AFTER INSERT ON wallet.transfers FOR EACH ROW EXECUTE FUNCTION wallet.move();

comment on column wallet.transfers.payer is 'wallet.accounts.id. Checked by wallet.move() and not by a foreign key, whose check would lock a hot creator''s row.';
