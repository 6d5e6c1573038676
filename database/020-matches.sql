-- Who brought something in that may not come in is looked up by their name: a letter to staff is written once a day for each of them.
create index matches_of_owner on fingerprints.matches (owner_id, created_at);

-- Nobody looks these ways: matches by their age alone, prints by what they are; and blocked ones are found by (kind, bits, source).
drop index fingerprints.matches_newest;
drop index fingerprints.prints_exact;
drop index fingerprints.blocked_exact;

-- Pictures that were finished before prints were kept: a job looks at each of them once, and it leaves this list.
create table fingerprints.unprinted (
  file_id uuid primary key references files.files (id) on delete cascade
);
insert into fingerprints.unprinted (file_id)
select id from files.files f
where status = 'finished' and purpose in ('photo', 'thumbnail', 'avatar', 'cover')
  and not exists (select from fingerprints.prints p where p.file_id = f.id);
