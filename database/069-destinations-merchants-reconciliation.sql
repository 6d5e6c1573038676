-- Where payouts go, performers' own accounts at gateways, and the gateways' books beside ours are slices of their own. Indexes, constraints and
-- grants go with their tables.
create schema destinations;
alter table payouts.bank_details set schema destinations;
alter table payouts.provider_accounts set schema destinations;
alter table payouts.accounts_elsewhere set schema destinations;
alter table destinations.accounts_elsewhere rename to accounts;
alter table destinations.accounts rename constraint accounts_elsewhere_pkey to accounts_pkey;
alter table destinations.accounts rename constraint accounts_elsewhere_account_id_fkey to accounts_account_id_fkey;
alter table destinations.accounts rename constraint accounts_elsewhere_account_type_check to accounts_account_type_check;

create schema merchants;
alter table payments.own_accounts set schema merchants;
alter table payments.own_hooks set schema merchants;

create schema reconciliation;
alter table payments.differences set schema reconciliation;
alter table payments.reconciliations set schema reconciliation;
alter table reconciliation.reconciliations rename to runs;
alter table reconciliation.runs rename constraint reconciliations_pkey to runs_pkey;
alter table reconciliation.runs rename constraint reconciliations_differences_check to runs_differences_check;
alter table reconciliation.runs rename constraint reconciliations_entries_check to runs_entries_check;
alter table reconciliation.runs rename constraint reconciliations_gateway_check to runs_gateway_check;
alter index reconciliation.reconciliations_of rename to runs_of;
