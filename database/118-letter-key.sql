-- Whoever wants no more letters leaves them by a link of any letter of the last year. The key that those links are signed with stands here, not in the
-- site's secret: they go on leading somewhere after another secret, as the law has it, and all that a stranger could do with it is end letters.
create table notifications.letter_key (
  is_only boolean primary key default true check (is_only),
  key bytea not null check (octet_length(key) = 32)
);
-- Two random ids are 244 bits that nobody guesses.
insert into notifications.letter_key (key) values (decode(replace(concat(gen_random_uuid(), gen_random_uuid()), '-', ''), 'hex'));

-- Another key, or none, would end the links of every letter that is out.
create function notifications.guard_letter_key() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  raise exception 'the key of the links in letters stays as it is' using errcode = 'restrict_violation';
end $$;
create trigger guard_kept before update or delete on notifications.letter_key for each row execute function notifications.guard_letter_key();
create trigger guard_truncate before truncate on notifications.letter_key for each statement execute function notifications.guard_letter_key();
