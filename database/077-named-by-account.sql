-- The office's page of a person asks which found copies named them.
create index named_by_account on copies.named (account_id);
