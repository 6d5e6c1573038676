-- Payouts through a provider (Stripe Connect): creators' accounts there, and the transfer that a payout became.

create table payouts.provider_accounts (
  account_id uuid not null references accounts.accounts (id),
  provider text not null check (provider in ('stripe')),
  ref text not null check (length(ref) between 1 and 200),
  payouts_enabled boolean not null default false,
  -- When the provider was asked: an answer to an earlier question never replaces that to a later one.
  asked_at timestamptz not null,
  created_at timestamptz not null,
  primary key (account_id, provider),
  constraint one_creator_each unique (provider, ref)
);

alter table payouts.requests
  -- whose account at the provider, of the moment of asking
  add column provider_ref text,
  -- how often the provider was asked to begin anew, after it had refused
  add column attempt integer not null default 0 check (attempt >= 0),
  add column transfer_ref text,
  -- why the provider would not, or that the money came back, for staff
  add column failure text check (length(failure) between 1 and 500),
  add constraint provider_is_named check ((account_type = 'stripe') = (provider_ref is not null)),
  add constraint only_a_provider_transfers check (account_type = 'stripe' or (attempt = 0 and transfer_ref is null and failure is null)),
  add constraint a_transfer_is_one_payout unique (transfer_ref),
  add constraint done_by_transfer check (account_type <> 'stripe' or status <> 'done' or transfer_ref is not null);

-- A transfer that is under way may still arrive: what it pays must not be given back meanwhile. And where it goes stays.
create function payouts.guard_transfer() returns trigger language plpgsql as $$
begin
  if old.status = 'processing' and new.status = 'rejected' and old.failure is null then
    raise exception 'a transfer that is under way is not taken back' using errcode = 'restrict_violation';
  end if;
  if (old.account_type, old.provider_ref) is distinct from (new.account_type, new.provider_ref)
    or (old.transfer_ref is not null and old.transfer_ref is distinct from new.transfer_ref) then
    raise exception 'a payout goes where it was asked to go' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_transfer before update on payouts.requests for each row
  when (old.account_type = 'stripe') execute function payouts.guard_transfer();
