-- A price that nobody chose is asked of nobody: a creator's prices count from when they first said one. Whoever is on sale already stays so; an applicant
-- who never said anything begins like everybody from now on.
alter table profiles.performers add column priced_at timestamptz;
update profiles.performers set priced_at = coalesce(approved_at, now())
where approved_at is not null or coalesce(three_month_price, six_month_price, yearly_price) is not null;
alter table profiles.performers add constraint longer_times_after_a_month check (
  priced_at is not null or (three_month_price is null and six_month_price is null and yearly_price is null));
