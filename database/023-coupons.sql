-- Coupons for topping up. A payment that uses one reserves it when it starts, redeems it when it succeeds, and gives it back when it fails.
-- Money is in minor units of the site's currency, tokens are in hundredths.
create schema coupons;

create table coupons.coupons (
  id uuid primary key default uuidv7(),
  code text not null constraint coupon_code_once unique check (code ~ '^[A-Z0-9]{4,20}$'),
  type text not null check (type in ('percent', 'fixed')),
  -- Whole percents, or money.
  value bigint not null check (value between 1 and 100000000),
  minimum_amount bigint check (minimum_amount > 0),
  max_uses integer check (max_uses > 0),
  -- How many uses are reserved or redeemed: kept by a trigger, so that a check can stand guard.
  taken integer not null default 0 check (taken >= 0),
  starts_at timestamptz,
  expires_at timestamptz,
  is_active boolean not null default true,
  created_by uuid not null references accounts.accounts (id),
  created_at timestamptz not null,
  constraint percents_leave_something check (type <> 'percent' or value < 100),
  constraint coupon_ends_after_it_starts check (expires_at > starts_at),
  constraint coupon_is_not_overused check (taken <= max_uses)
);

create table coupons.uses (
  payment_id uuid primary key,
  coupon_id uuid not null references coupons.coupons (id),
  account_id uuid not null references accounts.accounts (id),
  state text not null default 'reserved' check (state in ('reserved', 'redeemed', 'released')),
  -- What the payment was lowered by.
  saved bigint not null check (saved >= 0),
  -- What the lowered payment buys if the coupon cannot be redeemed any more when it succeeds after all.
  plain_tokens bigint not null check (plain_tokens > 0),
  reserved_at timestamptz not null,
  ended_at timestamptz,
  constraint use_is_over_or_not check ((state = 'reserved') = (ended_at is null))
);
-- Once a member, whatever two tabs do.
create unique index coupon_once_a_member on coupons.uses (coupon_id, account_id) where state <> 'released';
create index uses_of_coupon on coupons.uses (coupon_id, reserved_at desc);

create function coupons.count_uses() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (tg_op = 'UPDATE' and (new.state = 'reserved' or old.state = 'redeemed')) then
    raise exception 'a use stays, and goes no way back' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' and (new.coupon_id, new.account_id, new.payment_id) is distinct from (old.coupon_id, old.account_id, old.payment_id) then
    raise exception 'a use stays whose it is' using errcode = 'restrict_violation';
  end if;
  update coupons.coupons
    set taken = taken + (new.state <> 'released')::int - (case when tg_op = 'UPDATE' then (old.state <> 'released')::int else 0 end)
    where id = new.coupon_id;
  return new;
end $$;
create trigger count_uses after insert or update or delete on coupons.uses for each row execute function coupons.count_uses();
