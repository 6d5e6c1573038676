-- Another e-mail address: a link to the new one confirms it, and one to the old one undoes it for a week, for which the old address is kept from everybody else.
alter table accounts.links
  drop constraint links_purpose_check,
  add constraint links_purpose_check check (purpose in ('verify_email', 'reset_password', 'change_email', 'undo_email'));
create index links_that_undo on accounts.links (lower(email)) where purpose = 'undo_email' and used_at is null;
