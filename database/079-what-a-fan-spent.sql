-- What somebody spent on a creator: asked beside each of their fans, and for lists of them.
create index spent_on_creator on wallet.transfers (payee, paid_by) where sign = 1 and paid_by is not null;
