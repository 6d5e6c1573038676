-- How many follow each performer, counted where follows come and go: the order by popularity, which is Explore's own, counted every follow of
-- the site for each of its pages, and a popular performer's card all of theirs. Rows of one statement are counted together, lower ids first,
-- so that two statements which touch several cannot deadlock.
create table follows.totals (
  performer_id uuid primary key references accounts.accounts (id),
  followers bigint not null check (followers >= 0)
);

create function follows.count_followers() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into follows.totals as t (performer_id, followers)
  select performer_id, count(*) from came group by performer_id order by performer_id
  on conflict (performer_id) do update set followers = t.followers + excluded.followers;
  return null;
end $$;

create function follows.uncount_followers() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform from follows.totals where performer_id in (select performer_id from gone) order by performer_id for no key update;
  update follows.totals t set followers = t.followers - g.followers
  from (select performer_id, count(*) as followers from gone group by performer_id) g where t.performer_id = g.performer_id;
  return null;
end $$;

lock table follows.follows in share row exclusive mode;
create trigger count_followers after insert on follows.follows referencing new table as came for each statement execute function follows.count_followers();
create trigger uncount_followers after delete on follows.follows referencing old table as gone for each statement execute function follows.uncount_followers();
insert into follows.totals (performer_id, followers) select performer_id, count(*) from follows.follows group by performer_id;
