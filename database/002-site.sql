-- What is true of this site: settings that the office may change, words that it replaced, letters that visitors wrote.
create schema settings;

create table settings.settings (
  key text primary key,
  value jsonb not null,
  changed_by uuid,
  changed_at timestamptz not null
);

create schema translations;

-- Messages that the operator worded differently; all others come from the program.
create table translations.messages (
  locale text not null check (locale ~ '^[a-z]{2}-[A-Z]{2}$'),
  key text not null,
  value text not null check (length(value) <= 2000),
  changed_at timestamptz not null,
  primary key (locale, key)
);

create schema contact;

create table contact.messages (
  id uuid primary key default uuidv7(),
  name text not null check (length(name) <= 100),
  email text not null check (length(email) <= 254),
  body text not null check (length(body) <= 2000),
  ip inet,
  created_at timestamptz not null,
  answered_at timestamptz
);
