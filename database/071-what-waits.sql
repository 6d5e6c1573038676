-- What waits for one creator is asked with every page of the studio: both answers are read from the few rows that they are about.
create index orders_to_send on shop.orders (seller_id, created_at) where status in ('created', 'processing');
create index works_undecided_of on works.works (creator_id, state, kind) where deleted_at is null and state in ('pending_review', 'rejected', 'removed');
