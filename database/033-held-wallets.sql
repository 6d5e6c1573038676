-- Staff may freeze a wallet by themselves, and only they let it pay again: a dispute that is won or a debt that is paid does not.
alter table wallet.accounts add column held boolean not null default false;
alter table wallet.accounts add constraint held_freezes check (not held or frozen);
