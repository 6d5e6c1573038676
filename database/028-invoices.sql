-- Receipts: one for each payment that succeeded, and a credit note for each time that money went back. Numbered by kind and year
-- without gaps, and never changed: everything that stands on the paper is kept as it was that day.
create schema invoices;

create table invoices.counters (
  kind text not null check (kind in ('invoice', 'credit_note')),
  year integer not null check (year between 2020 and 2999),
  last integer not null check (last > 0),
  primary key (kind, year)
);

create table invoices.invoices (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('invoice', 'credit_note')),
  year integer not null,
  -- Given by the trigger, in the transaction that writes the row.
  number integer not null,
  -- invoice:<payment>, or credit:<payment>:<all that went back until then>: once, however often it is heard.
  key text not null constraint invoice_once unique check (length(key) <= 120),
  transaction_id uuid not null references payments.transactions (id),
  account_id uuid not null references accounts.accounts (id),
  -- Minor units.
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- {language, seller {name, address, taxId}, buyer {name, username, email}, lines [{title, price}], paidAt, gateway, card, corrects}
  content jsonb not null,
  issued_at timestamptz not null,
  constraint number_once unique (kind, year, number)
);
create index invoices_of_account on invoices.invoices (account_id, issued_at desc, id desc);
create index invoices_of_payment on invoices.invoices (transaction_id, id);

create function invoices.give_number() returns trigger language plpgsql as $$
begin
  new.year := extract(year from new.issued_at at time zone 'UTC');
  -- Whoever writes at the same time waits here for the commit: a number that was given out is never free again, nor skipped.
  insert into invoices.counters (kind, year, last) values (new.kind, new.year, 1)
    on conflict (kind, year) do update set last = counters.last + 1
    returning last into new.number;
  return new;
end $$;
create trigger give_number before insert on invoices.invoices for each row execute function invoices.give_number();

create function invoices.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a receipt stays as it was given out' using errcode = 'restrict_violation';
end $$;
create trigger guard_change before update or delete on invoices.invoices for each row execute function invoices.refuse_change();
create trigger guard_truncate before truncate on invoices.invoices execute function invoices.refuse_change();
create trigger guard_counting before delete on invoices.counters for each row execute function invoices.refuse_change();
