-- Which keys this database's sealed and signed things belong to: what each key looks like from outside, never the key itself.
-- A site that finds another key, or none, must not start: it would sign with a stranger's and open nothing that was sealed.
create table platform.keys (
  name text primary key check (name in ('secret', 'documents')),
  -- HMAC-SHA-256 with the key, of its name; unknown only until a site of before this table starts again
  fingerprint bytea check (octet_length(fingerprint) = 32),
  since timestamptz not null
);

-- A site that people use has its keys already: they are learnt at its next start, and no others are made in their place.
insert into platform.keys (name, since)
select name, now() from (values ('secret'), ('documents')) as ours (name) where exists (select from accounts.accounts);
