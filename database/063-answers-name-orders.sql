-- What was answered to somebody who bought goods is kept under their key. It held the order with its address, which is sealed everywhere
-- else; what names the order is enough, and the order is read again.
update platform.idempotency
set answer = jsonb_build_object('orderId', answer -> 'order' -> '_id', 'transferId', answer -> 'transaction' -> '_id', 'balance', answer -> 'balance')
where call = 'shop.charge' and answer ? 'order';
