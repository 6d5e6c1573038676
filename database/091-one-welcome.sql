-- What a creator says to new subscribers is the rule of that occasion. The profile had a text of the same name that nobody was ever sent.
insert into automations.rules (performer_id, occasion, text, is_on, changed_at)
select account_id, 'subscriber', welcome_message, true, now() from profiles.performers where btrim(welcome_message) <> ''
on conflict do nothing;
alter table profiles.performers drop column welcome_message;
