-- Which folder has this site's files: what the mark in it says. A folder without it is a volume that was not mounted, or another site's,
-- and what was written there would be missed later. Noted at the next start.
alter table platform.keys drop constraint keys_name_check;
alter table platform.keys add constraint keys_name_check check (name in ('secret', 'documents', 'media'));
