-- What a lock screen shows of this site says no more than that there is news, unless its reader chose otherwise. Until now the opposite held, and was written
-- down as if it were chosen whenever somebody decided about their nights: whoever it says "no" of decides anew.
alter table notifications.readers alter column discreet drop not null;
update notifications.readers set discreet = null where not discreet;
