-- A push service that takes the call and says nothing is left alone for longer and longer: one browser's own address, and a host of which
-- several did so.
alter table notifications.devices
  -- Whose service it is.
  add column host text not null generated always as (lower(substring(endpoint from '^https://([^/?#]*)'))) stored,
  -- How often in a row nothing was said.
  add column silences integer not null default 0 check (silences >= 0);

create table notifications.silent_hosts (
  host text primary key,
  silences integer not null check (silences > 0),
  -- Until when none of its browsers is told anything.
  rests_until timestamptz not null
);
