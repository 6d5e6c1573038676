-- What the addresses that performers were given for a gateway's webhooks are known by. Their secrets are made of the site's key: with
-- another key the gateway, which posts to the address of then, was no longer believed, and renewals, refunds and chargebacks were lost.
create table payments.own_hooks (
  performer_id uuid not null references accounts.accounts (id),
  -- SHA-256 of performer, account and secret
  digest bytea not null check (octet_length(digest) = 32),
  noted_at timestamptz not null,
  primary key (performer_id, digest)
);
