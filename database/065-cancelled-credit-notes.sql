-- A refund that failed went nowhere, and its credit note stays as it was given out: a debit note takes it back, with numbers of its own.
alter table invoices.counters drop constraint counters_kind_check;
alter table invoices.counters add constraint counters_kind_check check (kind in ('invoice', 'credit_note', 'debit_note'));
alter table invoices.invoices drop constraint invoices_kind_check;
alter table invoices.invoices add constraint invoices_kind_check check (kind in ('invoice', 'credit_note', 'debit_note'));
