-- Token packs get a slice of their own: the office edits them, payments only sells them. Their names stand in both languages.
create schema packages;
alter table payments.packages set schema packages;
alter table packages.packages add constraint pack_is_named check (
  length(names ->> 'zh-TW') between 1 and 40 and length(names ->> 'en-US') between 1 and 40);
