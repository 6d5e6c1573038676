-- What the application's role may do, said anew after every start's migrations by the owner of the tables. It reads and writes rows, and owns
-- nothing: it cannot alter a table, drop a constraint nor switch a trigger off, so the guards hold against whoever speaks in its name.
-- The role is in `stagedoor.application`. Not a migration: this file may change.
do $$
declare
  application constant text := current_setting('stagedoor.application');
  each record;
begin
  for each in select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname not in ('information_schema', 'public') loop
    execute format('grant usage on schema %I to %I', each.name, application);
    execute format('grant select, insert, update, delete on all tables in schema %I to %I', each.name, application);
    execute format('grant usage, select on all sequences in schema %I to %I', each.name, application);
    execute format('grant execute on all functions in schema %I to %I', each.name, application);
  end loop;
  -- Whoever has a table and may call a guard's function from a trigger there could move balances with it.
  for each in
    select p.oid::regprocedure as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.prorettype = 'trigger'::regtype and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'public')
  loop
    execute format('revoke execute on function %s from public, %I', each.name, application);
  end loop;

  -- The queue's tables show their rows to their owner only.
  for each in
    select c.oid::regclass as name from pg_class c where c.relnamespace = to_regnamespace('graphile_worker') and c.relrowsecurity
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = application)
  loop
    execute format('create policy %I on %s to %I using (true) with check (true)', application, each.name, application);
  end loop;

  -- What is written stays written, and what follows from the program is not the application's to change.
  for each in select * from (values
    ('insert, update, delete', 'platform.migrations'),
    ('insert, update, delete', 'wallet.account_kinds'),
    ('delete', 'wallet.accounts'),
    ('delete', 'wallet.holds'),
    ('update, delete', 'wallet.transfers'),
    ('update, delete', 'proofs.links'),
    ('update, delete', 'proofs.roots'),
    ('insert, delete', 'proofs.progress'),
    ('update, delete', 'audit.entries'),
    ('update, delete', 'files.viewings'),
    ('update, delete', 'reports.reports'),
    ('update, delete', 'reports.decisions'),
    ('update, delete', 'reports.links'),
    ('delete', 'reports.cases'),
    ('delete', 'copies.lookups'),
    ('update, delete', 'copies.named'),
    ('delete', 'coupons.uses'),
    ('update, delete', 'invoices.invoices'),
    ('delete', 'invoices.counters'),
    ('delete', 'payments.transactions'),
    ('delete', 'payments.refunds'),
    ('delete', 'payments.disputes'),
    ('update, delete', 'payments.gateway_events'),
    ('delete', 'payouts.requests'),
    ('delete', 'payouts.transfers')) as kept (rights, name)
  loop
    execute format('revoke %s on %s from %I', each.rights, each.name, application);
  end loop;
  -- The last time that a copy was sent is the only thing of a viewing that changes.
  execute format('grant update (last_at) on files.viewings to %I', application);
  -- A reversal says so on its original.
  execute format('grant update (reversed_by) on wallet.transfers to %I', application);

  -- Nor has it tables of its own.
  if exists (select from pg_database where datname = current_database() and pg_has_role(datdba, 'usage')) then
    execute format('revoke temporary on database %I from public', current_database());
  end if;
end $$;
