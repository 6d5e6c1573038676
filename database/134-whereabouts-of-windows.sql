-- From where the picture of which side of a stream was asked for: each place of its own. Somebody may have windows in two countries, and one that is closed
-- ends what was asked for from there, whatever was asked for elsewhere since.
alter table live.whereabouts
  add column side text not null default 'performer' check (side in ('performer', 'guest')),
  drop constraint whereabouts_pkey;
alter table live.whereabouts
  alter column side drop default,
  add constraint noted_once unique nulls not distinct (stream_id, account_id, side, country);
