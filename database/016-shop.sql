create schema addresses;

-- Address books. Everything that tells where somebody lives is encrypted with a key that is not in the database; the country stays
-- readable, because sellers choose where they send to.
create table addresses.addresses (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references accounts.accounts (id),
  country text not null check (country ~ '^[A-Z]{2}$'),
  sealed bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index addresses_of_owner on addresses.addresses (owner_id, created_at desc);

-- What was paid and is not the seller's yet.
insert into wallet.account_kinds (kind, is_personal, has_floor) values ('escrow', false, false);
insert into wallet.accounts (id, owner_id, kind) values (4, null, 'escrow');

-- What leaves escrow was held there and is not back yet, and leaves it once; what was handed on comes back before it is given back.
-- A release carries the key `release:<its hold>`. Whoever looks locks the hold first, so that two who decide at once take turns.
create function wallet.guard_escrow() returns trigger language plpgsql as $$
declare
  held wallet.transfers;
begin
  if new.sign = -1 and new.payer = 4 then return new; end if;
  select * into held from wallet.transfers t
  where t.id = case when new.sign = -1 then new.reverses else substring(new.key from '^release:(.{36})$')::uuid end
  for update;
  if new.sign = 1 then
    if held.payee is distinct from 4 or held.sign <> 1 or held.reversed_by is not null or held.amount <> new.amount
      or held.reference is distinct from new.reference then
      raise exception 'only what is held is released' using errcode = 'integrity_constraint_violation';
    end if;
  elsif exists (select from wallet.transfers t where t.key = 'release:' || held.id and t.reversed_by is null) then
    raise exception 'what was released comes back to escrow first' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger guard_escrow before insert on wallet.transfers for each row
  when (new.payer = 4 or (new.payee = 4 and new.sign = -1)) execute function wallet.guard_escrow();

create schema shop;

-- Something to hold or to download: the half of a work that is a product.
create table shop.products (
  work_id uuid primary key references works.works (id),
  type text not null check (type in ('physical', 'digital')),
  description text not null default '' check (length(description) <= 5000),
  -- null: as many as are asked for (digital)
  stock integer constraint stock_is_never_oversold check (stock >= 0),
  shipping_note text not null default '' check (length(shipping_note) <= 1000),
  constraint what_is_sent_is_counted check ((type = 'physical') = (stock is not null))
);

create table shop.orders (
  id uuid primary key default uuidv7(),
  number bigint generated always as identity (start with 10001) unique,
  work_id uuid not null references shop.products (work_id),
  buyer_id uuid not null references accounts.accounts (id),
  seller_id uuid not null references accounts.accounts (id),
  type text not null check (type in ('physical', 'digital')),
  -- snapshots: what it was called and cost when it was bought
  title text not null,
  quantity integer not null check (quantity between 1 and 100),
  unit_price bigint not null check (unit_price > 0),
  total_price bigint not null check (total_price = unit_price * quantity),
  status text not null check (status in ('created', 'processing', 'shipping', 'delivered', 'cancelled', 'refunded')),
  -- the delivery address of then, encrypted; wiped some time after the order ended
  sealed_address bytea,
  country text check (country ~ '^[A-Z]{2}$'),
  buyer_note text not null default '' check (length(buyer_note) <= 500),
  carrier text not null default '' check (length(carrier) <= 80),
  shipping_code text not null default '' check (length(shipping_code) <= 120),
  seller_note text not null default '' check (length(seller_note) <= 500),
  -- the payment: into escrow for what is sent, to the seller for what is downloaded
  transfer_id uuid not null unique references wallet.transfers (id),
  -- out of escrow, once delivered
  release_id uuid unique references wallet.transfers (id),
  delivered_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint sent_things_have_an_address check (type = 'digital' or sealed_address is not null or ended_at is not null),
  constraint what_is_open_has_not_ended check (status not in ('created', 'processing', 'shipping') or ended_at is null),
  constraint what_is_paid_out_was_delivered check (release_id is null or delivered_at is not null)
);
create index orders_of_product on shop.orders (work_id, buyer_id);
create index orders_of_seller on shop.orders (seller_id, created_at desc, id desc);
create index orders_of_buyer on shop.orders (buyer_id, created_at desc, id desc);
create index orders_unaccepted on shop.orders (created_at) where status = 'created';

-- Every step of an order: who, when, to which status.
create table shop.order_steps (
  id uuid primary key default uuidv7(),
  order_id uuid not null references shop.orders (id),
  status text not null,
  -- null: the system, when time ran out
  by_id uuid references accounts.accounts (id),
  note text not null default '' check (length(note) <= 500),
  created_at timestamptz not null
);
create index steps_of_order on shop.order_steps (order_id, created_at, id);

-- Links to download, counted a day: one opens the file for its buyer for a quarter of an hour.
create table shop.downloads (
  id uuid primary key default uuidv7(),
  work_id uuid not null references shop.products (work_id),
  account_id uuid not null references accounts.accounts (id),
  created_at timestamptz not null
);
create index downloads_of_account on shop.downloads (account_id, work_id, created_at desc);
