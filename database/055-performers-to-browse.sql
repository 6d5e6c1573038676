-- Browse looks at performers, and among accounts they are the few: without an index of their own, all fans are read to find them. And it leaves
-- out who hides from the reader's country, as every list of works does: that is asked by the country.
create index performers_open on accounts.accounts (id) include (gender, country, created_at) where role = 'performer' and state = 'active';
create index countries_hidden_from on blocks.countries (country) include (performer_id);
