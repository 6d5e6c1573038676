-- Lists of one audience, or of one medium, are read and counted where they stand: what is rare among a million works is not looked for among
-- all of them. Free works are one audience of four: the index of those alone goes.
create index works_by_audience on works.works (kind, audience, published_at desc, id desc) include (medium, creator_id, expires_at)
  where state = 'active' and deleted_at is null;
create index works_by_medium on works.works (kind, medium, published_at desc, id desc) include (audience, creator_id, expires_at)
  where state = 'active' and deleted_at is null;
drop index works.works_free;
