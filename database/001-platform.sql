-- What every slice stands on: repeat-safe calls, the audit log, facts waiting to be heard, and letters.
create schema platform;

-- The first answer of a call that moves money, kept under the caller's Idempotency-Key in the transaction that moved it.
create table platform.idempotency (
  account_id uuid not null,
  key text not null check (length(key) between 1 and 200),
  call text not null,
  input_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null,
  constraint idempotency_first_answer primary key (account_id, key)
);
create index idempotency_age on platform.idempotency (created_at);

create schema audit;

-- Who did what to whom, append-only. Staff decisions, views of identity documents, sign-ins, changed settings.
create table audit.entries (
  id uuid primary key default uuidv7(),
  actor_id uuid,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  detail jsonb not null default '{}',
  ip inet,
  created_at timestamptz not null
);
create index entries_newest on audit.entries (created_at desc, id desc);
create index entries_subject on audit.entries (subject_kind, subject_id, created_at desc);

create function audit.append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;
create trigger append_only before update or delete on audit.entries for each row execute function audit.append_only();
create trigger never_emptied before truncate on audit.entries for each statement execute function audit.append_only();

create schema outbox;

-- Facts announced inside the transaction that made them true, until every listener has heard them.
create table outbox.events (
  id bigint generated always as identity primary key,
  name text not null,
  payload jsonb not null,
  created_at timestamptz not null
);

create schema mail;

-- Letters: written in the transaction that caused them, sent by a job. Without an SMTP server they stay here to be read.
create table mail.letters (
  id uuid primary key default uuidv7(),
  recipient text not null,
  subject text not null,
  -- {"paragraphs": […], "action": {"label": …, "path": …}}: worded when written, laid out and addressed when sent
  content jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'kept', 'failed')),
  created_at timestamptz not null,
  sent_at timestamptz
);
create index letters_newest on mail.letters (created_at desc);
