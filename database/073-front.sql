-- The front of the house, which visitors see before any gate: its creator offers a free work for it, and staff find it fit for everyone.
alter table works.works
  add column is_for_front boolean not null default false,
  -- what staff looked at is what stands in it now: another text or file takes the mark away
  add column fit_for_all_at timestamptz,
  add column fit_for_all_by uuid references accounts.accounts (id),
  add constraint only_what_is_free_is_for_front check (not is_for_front or audience = 'free'),
  add constraint a_mark_has_its_maker check ((fit_for_all_at is null) = (fit_for_all_by is null)),
  add constraint what_was_refused_is_fit_for_nobody check (fit_for_all_at is null or state not in ('rejected', 'removed'));

create index works_open_to_all on works.works (published_at desc, id desc)
  where state = 'active' and deleted_at is null and audience = 'free' and is_for_front and fit_for_all_at is not null;

-- Tonight's programme: announced streams by when they begin.
create index posts_announced on feeds.posts (streaming_at) where streaming_at is not null;

-- New sites are dark until somebody says otherwise; those that stand stay as they looked.
insert into settings.settings (key, value, changed_at) select 'defaultTheme', '"light"', now() where exists (select from accounts.accounts);
