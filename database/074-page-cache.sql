-- What visitors' pages show has changed: a row for each transaction that changed it. Pages are kept for some seconds, and only while no row has
-- come since they were made (docs/adr/0012). Rows and no counter: a counter's row would be locked by whoever edits until they commit.
create table platform.page_changes (
  id bigint generated always as identity primary key
);

create function platform.note_page_change() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  -- Once a transaction; a savepoint that is undone takes both away.
  if current_setting('platform.page_change_is_noted', true) is distinct from 'yes' then
    insert into platform.page_changes default values;
    perform set_config('platform.page_change_is_noted', 'yes', true);
  end if;
  return null;
end
$$;

-- Every table that a visitor's page is made of, but for counters, which may be some seconds old (journeys/page-cache.test.ts holds that none is missing).
create trigger page_changed after delete or update of state, name, username, bio, role, gender, country on accounts.accounts
  for each statement execute function platform.note_page_change();
create trigger page_changed after insert or delete or update or truncate on profiles.performers
  for each statement execute function platform.note_page_change();
create trigger page_changed after insert or delete or update or truncate on profiles.pictures
  for each statement execute function platform.note_page_change();
create trigger page_changed after insert or delete or update or truncate on blocks.countries
  for each statement execute function platform.note_page_change();
create trigger page_changed after insert or delete or update or truncate on settings.settings
  for each statement execute function platform.note_page_change();
create trigger page_changed after insert or delete or update or truncate on translations.messages
  for each statement execute function platform.note_page_change();
create trigger page_changed after insert or delete or update or truncate on offers.tiers
  for each statement execute function platform.note_page_change();
create trigger page_changed after insert or delete or update of percent_off, applies_to, types, tier_id, max_uses, starts_at, ends_at, ended_at
  on offers.promotions for each statement execute function platform.note_page_change();
create trigger page_changed after insert or delete
    or update of kind, creator_id, audience, price, state, title, pinned, published_at, scheduled_at, expires_at, deleted_at, medium, tags, words, slug,
      is_for_front, fit_for_all_at
  on works.works for each statement execute function platform.note_page_change();
create trigger page_changed after insert or delete or update or truncate on works.files
  for each statement execute function platform.note_page_change();
create trigger page_changed after insert or delete or update of performer_id, state, is_named on works.participants
  for each statement execute function platform.note_page_change();
create trigger page_changed after insert or delete or update or truncate on feeds.posts
  for each statement execute function platform.note_page_change();
create trigger page_changed after insert or delete or update or truncate on feeds.poll_options
  for each statement execute function platform.note_page_change();
create trigger page_changed after insert or delete or update or truncate on galleries.galleries
  for each statement execute function platform.note_page_change();
create trigger page_changed after insert or delete or update or truncate on galleries.photos
  for each statement execute function platform.note_page_change();
create trigger page_changed after insert or delete or update or truncate on videos.videos
  for each statement execute function platform.note_page_change();
create trigger page_changed after insert or delete or update of type, description, shipping_note on shop.products
  for each statement execute function platform.note_page_change();
create trigger page_changed after delete or update of status, renditions, width, height, blur, duration_ms, tint_hue on files.files
  for each statement execute function platform.note_page_change();
