-- The site speaks six languages; what its staff writes may stand in any of them.
alter table pages.texts drop constraint texts_locale_check;
alter table pages.texts add constraint texts_locale_check
  check (locale in ('zh-TW', 'en-US', 'ja-JP', 'ko-KR', 'zh-CN', 'th-TH'));

alter table packages.packages drop constraint pack_is_named;
alter table packages.packages add constraint pack_is_named check (
  jsonb_typeof(names) = 'object' and names <> '{}'::jsonb
  and names - array['zh-TW', 'en-US', 'ja-JP', 'ko-KR', 'zh-CN', 'th-TH'] = '{}'::jsonb
  and not jsonb_path_exists(names, '$.* ? (@.type() != "string" || !(@ like_regex "^.{1,40}$" flag "s"))'));
