-- The provable ledger: every transfer of wallet.transfers becomes a link of one chain of hashes, and every day of links is closed
-- under a root that anybody may keep. What was written can then not be changed by anyone, the operator included, without it showing.
-- How a link is made is in server/money/proofs/link.ts and, told for those who check by themselves, in docs/adr/0006.
create schema proofs;

create table proofs.links (
  position bigint primary key check (position > 0),
  transfer uuid not null constraint linked_once unique,
  -- UTC. Of the transfer, or the first day still open when it was linked late.
  day date not null,
  -- Keeps what a line does not show from being guessed out of its hash: who paid, what for.
  salt bytea not null check (length(salt) = 16),
  leaf bytea not null check (length(leaf) = 32),
  -- Of the link before, and of this leaf.
  hash bytea not null check (length(hash) = 32)
);
create index links_of_a_day on proofs.links (day, position);

create table proofs.roots (
  day date primary key,
  first bigint not null,
  last bigint not null,
  -- Of the Merkle tree over the day's leaves.
  root bytea not null check (length(root) = 32),
  -- The chain's hash at `last`.
  head bytea not null check (length(head) = 32),
  -- Of everything above and of the digest of the day before: what people keep.
  digest bytea not null constraint digest_once unique check (length(digest) = 32),
  closed_at timestamptz not null,
  constraint day_has_links check (last >= first)
);

create function proofs.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'what is proved stays as it is' using errcode = 'restrict_violation';
end $$;
create trigger guard_change before update or delete on proofs.links for each row execute function proofs.refuse_change();
create trigger guard_truncate before truncate on proofs.links execute function proofs.refuse_change();
create trigger guard_change before update or delete on proofs.roots for each row execute function proofs.refuse_change();
create trigger guard_truncate before truncate on proofs.roots execute function proofs.refuse_change();

-- What went back to where it came from is few among many: the public figures ask for its sum.
create index reversals_of_payer on wallet.transfers (payer) include (amount) where sign = -1;
