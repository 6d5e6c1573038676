-- When whoever is in came in by a way of theirs. Going on as one's other account is no such time: it is carried along.
alter table accounts.sessions add column proven_at timestamptz;
update accounts.sessions set proven_at = created_at;
alter table accounts.sessions alter column proven_at set not null, add check (proven_at <= created_at);
