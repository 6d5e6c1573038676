-- What people report, the cases that the office makes of it, and what it decides: three tables, because each outlives the other two. Reports and
-- decisions stay as they were said; a case moves on.
create schema reports;

create table reports.cases (
  id uuid primary key default uuidv7(),
  -- To be read aloud: R-2026-7K4M9Q. Drawn, so that it tells nobody how many there are.
  number text not null unique check (number ~ '^R-[0-9]{4}-[0-9A-HJKMNP-TV-Z]{6}$'),
  target text not null check (target in ('feed', 'video', 'gallery', 'product', 'message', 'stream', 'performer', 'user', 'comment')),
  target_id uuid not null,
  -- Whose it is.
  owner_id uuid references accounts.accounts (id),
  state text not null default 'open' check (state in ('open', 'closed')),
  opened_at timestamptz not null,
  -- Of its reports the first that is due.
  due_at timestamptz not null check (due_at > opened_at),
  closed_at timestamptz,
  assigned_to uuid references accounts.accounts (id),
  -- When staff were told by letter that it is late: once.
  late_told_at timestamptz,
  constraint closed_says_when check ((state = 'closed') = (closed_at is not null))
);
create unique index one_open_case_a_target on reports.cases (target, target_id) where state = 'open';
create index cases_due on reports.cases (due_at, id) where state = 'open';
create index cases_by_target on reports.cases (target_id);
create index cases_of_owner on reports.cases (owner_id);

create table reports.reports (
  id uuid primary key default uuidv7(),
  case_id uuid not null references reports.cases (id),
  -- Null: somebody without an account.
  reporter_id uuid references accounts.accounts (id),
  -- Of visitors alone: how many came from there lately is counted by it.
  network text,
  reason text not null
    check (reason in ('minor', 'depicted', 'non_consensual', 'illegal', 'threat', 'impersonation', 'copyright', 'scam', 'other')),
  words text not null check (char_length(words) <= 2000),
  evidence text[] not null default '{}' check (cardinality(evidence) <= 10),
  contact text check (char_length(contact) <= 254),
  -- Who signed said that it is true in good faith.
  signature text check (char_length(signature) between 1 and 100),
  language text not null,
  -- What stood there at that moment: its owner may write something else.
  quote text not null check (char_length(quote) <= 4000),
  created_at timestamptz not null,
  due_at timestamptz not null check (due_at > created_at),
  constraint visitors_have_a_network check ((reporter_id is null) = (network is not null)),
  constraint signed_where_one_speaks_for_oneself check (signature is not null or reason not in ('depicted', 'copyright'))
);
create index reports_of_case on reports.reports (case_id, created_at);
create index reports_of_person on reports.reports (reporter_id, created_at desc);
create index reports_of_network on reports.reports (network, created_at) where network is not null;
create index reports_of_contact on reports.reports (lower(contact), created_at) where contact is not null;
create unique index said_once on reports.reports (case_id, reporter_id, reason) where reporter_id is not null;

-- Each letter about a report has a link of its own, of which only this is kept.
create table reports.links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  report_id uuid not null references reports.reports (id),
  created_at timestamptz not null
);
create index links_of_report on reports.links (report_id);

create table reports.decisions (
  id uuid primary key default uuidv7(),
  case_id uuid not null references reports.cases (id),
  decided_by uuid not null references accounts.accounts (id),
  what text not null check (what in ('removed', 'kept', 'acted')),
  reason text not null check (char_length(reason) between 1 and 1000),
  created_at timestamptz not null
);
create index decisions_of_case on reports.decisions (case_id, created_at);

create function reports.refuse_change() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  raise exception 'what was reported and what was decided stays as it was said' using errcode = 'integrity_constraint_violation';
end $$;
create trigger guard_change before update or delete on reports.reports for each row execute function reports.refuse_change();
create trigger guard_truncate before truncate on reports.reports for each statement execute function reports.refuse_change();
create trigger guard_change before update or delete on reports.decisions for each row execute function reports.refuse_change();
create trigger guard_truncate before truncate on reports.decisions for each statement execute function reports.refuse_change();
create trigger guard_change before update on reports.links for each row execute function reports.refuse_change();
create trigger guard_kept before delete on reports.cases for each row execute function reports.refuse_change();
create trigger guard_truncate before truncate on reports.cases for each statement execute function reports.refuse_change();
-- What a case is about stays, and nobody gives themselves more time for it.
create trigger guard_case before update on reports.cases for each row
  when ((new.id, new.number, new.target, new.target_id, new.opened_at) is distinct from (old.id, old.number, old.target, old.target_id, old.opened_at)
    or new.owner_id is distinct from old.owner_id or new.due_at > old.due_at
    or (old.late_told_at is not null and new.late_told_at is distinct from old.late_told_at))
  execute function reports.refuse_change();

-- Nobody closes a case without saying why.
create function reports.guard_closing() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  if not exists (select from reports.decisions d where d.case_id = new.id and d.created_at >= new.closed_at) then
    raise exception 'a case is closed by a decision' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger guard_closing before insert or update on reports.cases for each row
  when (new.state = 'closed') execute function reports.guard_closing();
