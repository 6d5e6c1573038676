-- Where a creator's money goes by PayPal or another way: said once and kept, as bank details are, so that a change can be held and told.
create table payouts.accounts_elsewhere (
  account_id uuid not null references accounts.accounts (id),
  account_type text not null check (account_type in ('paypal', 'other')),
  -- encrypted with a key that is not in the database
  sealed bytea not null,
  hold_until timestamptz not null,
  changed_at timestamptz not null,
  -- a payout came back from there, and its owner has not saved it again since
  doubted_at timestamptz,
  primary key (account_id, account_type)
);
