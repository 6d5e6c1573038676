-- How often a work is liked, kept where the works are listed: the most liked come out of one index, and after them the unliked, newest first.
-- Likes on their way are added by the job that folds them, so this may lag a minute behind what a reader is shown.
alter table works.works add likes bigint not null default 0;
update works.works w set likes = t.total from reactions.totals t where t.target_id = w.id and t.action = 'like';
create index works_popular on works.works (kind, likes desc, published_at desc, id desc) include (medium, creator_id, audience, expires_at)
  where state = 'active' and deleted_at is null;
drop index reactions.totals_by_action;
