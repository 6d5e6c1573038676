-- The colour that a picture lends to what stands around it: the hue that most of its strong pixels share, and how strongly, in percent.
-- 0 percent is a picture that lends none; null is one that was not looked at yet (a job does, from its blur).
alter table files.files
  add column tint_hue smallint check (tint_hue between 0 and 359),
  add column tint_strength smallint check (tint_strength between 0 and 100),
  add constraint tint_is_whole check ((tint_hue is null) = (tint_strength is null));

create index files_without_tint on files.files (id) where blur is not null and tint_strength is null;
