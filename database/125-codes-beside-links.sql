-- A letter with a link has a code of six digits beside it, for whoever waits in another browser than the one in which their letters open. Its digest is
-- made with a key that is not here; five tries at it end it, and it lives and is used as its link.
alter table accounts.links
  add column code_hash bytea check (octet_length(code_hash) = 32),
  add column code_tries integer not null default 0 check (code_tries between 0 and 5);
create index links_with_codes on accounts.links (lower(email), purpose) where used_at is null and code_hash is not null;
