-- What counts of a download is that it was started, not that a link to it was asked for. Each start is a row, under the link that it used.
alter table shop.downloads rename to download_links;
alter table shop.download_links rename constraint downloads_pkey to download_links_pkey;
alter table shop.download_links rename constraint downloads_account_id_fkey to download_links_account_id_fkey;
alter table shop.download_links rename constraint downloads_work_id_fkey to download_links_work_id_fkey;
alter index shop.downloads_of_account rename to download_links_of_account;
alter table shop.download_links add column expires_at timestamptz;
update shop.download_links set expires_at = date_trunc('second', created_at) + interval '15 minutes';
alter table shop.download_links alter column expires_at set not null;

create table shop.downloads (
  id uuid primary key default uuidv7(),
  link_id uuid not null references shop.download_links (id),
  started_at timestamptz not null
);
create index downloads_of_link on shop.downloads (link_id);

-- Until now every link counted.
insert into shop.downloads (link_id, started_at) select id, created_at from shop.download_links;
