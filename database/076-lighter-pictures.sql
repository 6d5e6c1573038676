-- Which files were looked at for pictures in fewer bytes (server/media/files/lighter.ts): the work goes on where it stopped.
alter table files.files add column lightened boolean not null default false;
create index files_not_lightened on files.files (created_at desc, id desc)
  where status = 'finished' and purpose in ('photo', 'thumbnail', 'avatar', 'cover', 'video', 'teaser') and not lightened;
