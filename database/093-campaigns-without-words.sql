-- A mass message may be photos alone.
alter table campaigns.campaigns
  drop constraint campaigns_text_check,
  add constraint campaigns_text_check check (char_length(text) <= 2000),
  add constraint a_campaign_says_something check (text <> '' or work_id is not null);
