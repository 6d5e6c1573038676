-- An inverted index that answers newest first: a page costs the same however many documents there are, because the postings of a
-- term are read in the order in which they are shown and never gathered first. platform/finding makes the terms.
create schema finding;

create table finding.documents (
  collection text not null check (collection ~ '^[a-z]{2,20}$'),
  id uuid not null,
  at timestamptz not null,
  terms text[] not null,
  primary key (collection, id)
);

create table finding.postings (
  collection text not null,
  term text not null check (length(term) <= 60),
  at timestamptz not null,
  id uuid not null
);
create unique index postings_newest on finding.postings (collection, term, at desc, id desc);

-- Latin words that occur, under each spelling that is one letter short: two words that differ by one wrong, missing or extra
-- letter share one.
create table finding.spellings (
  variant text not null,
  word text not null check (length(word) between 5 and 40),
  primary key (variant, word)
);

create schema search;

-- What people looked for, once a person and day, so that one cannot make a word popular alone.
create table search.keywords (
  keyword text primary key check (length(keyword) between 1 and 60),
  attempts bigint not null default 0 check (attempts >= 0),
  last_at timestamptz not null
);
create index keywords_popular on search.keywords (attempts desc, last_at desc);
create table search.searchers (
  searcher text not null check (length(searcher) <= 64),
  keyword text not null,
  day date not null,
  primary key (day, searcher, keyword)
);
