-- How often a word was looked for is how many different people looked for it in the last 30 days: one row a person and word, with the
-- day they last did. One person who came back every day made a word popular alone before.
create table search.searchers_anew (
  keyword text not null,
  searcher text not null check (length(searcher) <= 64),
  day date not null,
  primary key (keyword, searcher)
);
insert into search.searchers_anew (keyword, searcher, day)
select keyword, searcher, max(day) from search.searchers group by keyword, searcher;
drop table search.searchers;
alter table search.searchers_anew rename to searchers;
alter table search.searchers rename constraint searchers_anew_pkey to searchers_pkey;
alter table search.searchers rename constraint searchers_anew_searcher_check to searchers_searcher_check;
-- What is forgotten each night is found by its day.
create index searchers_by_day on search.searchers (day);

-- Counts of before are known no better than the people who are still remembered.
alter table search.keywords rename column attempts to searchers;
alter table search.keywords rename constraint keywords_attempts_check to keywords_searchers_check;
update search.keywords k set searchers = (select count(*) from search.searchers s where s.keyword = k.keyword);
delete from search.keywords where searchers = 0;
