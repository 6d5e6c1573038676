-- Whoever hides that they are here is seen as here by nobody.
alter table accounts.accounts add column hides_presence boolean not null default false;
