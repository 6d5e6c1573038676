-- Captcha tokens that passed: each once, in whichever process, and for one form. Of a token its digest alone is kept, and that for a day, which no
-- provider lets one live.
create schema captcha;
create table captcha.tokens (
  digest bytea primary key check (octet_length(digest) = 32),
  -- The form that it was made for, where its provider says so.
  action text check (action <> ''),
  passed_at timestamptz not null,
  -- A form came with it. Null: somebody only asked whether it is good.
  spent_at timestamptz check (spent_at >= passed_at)
);
create index on captcha.tokens (passed_at);

create function captcha.guard_token() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  if old.spent_at is not null or new.spent_at is null or new.digest is distinct from old.digest
    or new.action is distinct from old.action or new.passed_at is distinct from old.passed_at then
    raise exception 'a captcha token passes as it is, and is spent once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_token before update on captcha.tokens for each row execute function captcha.guard_token();
