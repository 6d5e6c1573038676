-- What a creator says to many at once, what they keep of their fans, and what is said in their name by a rule.

-- Which mass message a line belongs to; each of a conversation's two people hears one of them once. And by what the performer's inbox is ordered:
-- a hundred thousand lines of a mass message would bury the one fan who waits for an answer.
alter table messaging.conversations
  add column last_personal_at timestamptz,
  -- The fan does not want the performer's mass messages.
  add column left_campaigns_at timestamptz;
update messaging.conversations set last_personal_at = last_message_at;
drop index messaging.inbox_of_performer;
create index inbox_of_performer on messaging.conversations (performer_id, last_personal_at desc, id desc) where kind = 'private' and last_personal_at is not null;
create index left_campaigns on messaging.conversations (performer_id, fan_id) where left_campaigns_at is not null;
alter table messaging.messages add column campaign_id uuid;
create unique index heard_once on messaging.messages (campaign_id, conversation_id) where campaign_id is not null;
create trigger guard_campaign before update on messaging.messages for each row
  when (new.campaign_id is distinct from old.campaign_id) execute function messaging.guard_message();

-- A creator's people are walked through by id, a piece at a time.
create index follows_by_fan on follows.follows (performer_id, fan_id);
create index subscriptions_by_fan on subscriptions.subscriptions (performer_id, fan_id);

create schema fans;

-- A list that was taken away stays for what was to go out to it, or to everybody but those on it.
create table fans.lists (
  id uuid primary key default uuidv7(),
  performer_id uuid not null references accounts.accounts (id),
  name text not null check (char_length(name) between 1 and 60),
  created_at timestamptz not null,
  deleted_at timestamptz
);
create unique index one_list_a_name on fans.lists (performer_id, lower(name)) where deleted_at is null;
create index lists_of_performer on fans.lists (performer_id);

create table fans.members (
  list_id uuid not null references fans.lists (id),
  fan_id uuid not null references accounts.accounts (id),
  added_at timestamptz not null,
  primary key (list_id, fan_id)
);
create index members_by_fan on fans.members (fan_id);

-- Nobody but who wrote it ever reads it.
create table fans.notes (
  performer_id uuid not null references accounts.accounts (id),
  fan_id uuid not null references accounts.accounts (id),
  text text not null check (char_length(text) between 1 and 1000),
  written_at timestamptz not null,
  primary key (performer_id, fan_id)
);
create index notes_by_fan on fans.notes (fan_id);

create schema campaigns;

create table campaigns.campaigns (
  id uuid primary key default uuidv7(),
  performer_id uuid not null references accounts.accounts (id),
  text text not null check (char_length(text) between 1 and 2000),
  -- What goes with the words: photos, films and sound, free or sold.
  work_id uuid references works.works (id),
  -- Whom it is for, as contract/talk/campaigns.ts has it.
  segment jsonb not null,
  state text not null check (state in ('scheduled', 'sending', 'sent', 'cancelled', 'unsending', 'unsent')),
  -- When it goes out, or went.
  goes_at timestamptz not null,
  -- How many it was for when it was accepted, and when it went out.
  counted integer not null check (counted > 0),
  -- How far the walk has come, by fan while it is written and by conversation while it is taken back; and how many lines that made.
  reached uuid,
  sent integer not null default 0 check (sent >= 0),
  unsent integer not null default 0 check (unsent between 0 and sent),
  -- How many had read it when that was last counted.
  opened integer not null default 0 check (opened >= 0),
  opened_at timestamptz,
  created_at timestamptz not null,
  sent_at timestamptz,
  unsent_at timestamptz,
  constraint sent_says_when check ((sent_at is not null) or state not in ('sent')),
  constraint unsent_says_when check ((unsent_at is not null) = (state = 'unsent'))
);
create index campaigns_of_performer on campaigns.campaigns (performer_id, goes_at desc, id desc);
create index campaigns_of_work on campaigns.campaigns (work_id) where work_id is not null;
create index campaigns_due on campaigns.campaigns (goes_at) where state = 'scheduled';
create index campaigns_under_way on campaigns.campaigns (id) where state in ('sending', 'unsending');
create index campaigns_sent_lately on campaigns.campaigns (sent_at) where sent_at is not null;

-- What went out is what it was.
create function campaigns.guard_campaign() returns trigger language plpgsql set search_path to pg_catalog, pg_temp as $$
begin
  raise exception 'a mass message that went out stays what it was' using errcode = 'integrity_constraint_violation';
end $$;
create trigger guard_sent before update on campaigns.campaigns for each row
  when ((new.id, new.performer_id, new.created_at) is distinct from (old.id, old.performer_id, old.created_at)
    or (old.state <> 'scheduled' and (new.state = 'scheduled' or (new.text, new.segment, new.work_id) is distinct from (old.text, old.segment, old.work_id))))
  execute function campaigns.guard_campaign();
create trigger guard_kept before delete on campaigns.campaigns for each row execute function campaigns.guard_campaign();
create trigger guard_truncate before truncate on campaigns.campaigns for each statement execute function campaigns.guard_campaign();

create schema automations;

create table automations.rules (
  performer_id uuid not null references accounts.accounts (id),
  occasion text not null check (occasion in ('follower', 'subscriber', 'tip', 'renewal')),
  text text not null check (char_length(text) between 1 and 2000),
  is_on boolean not null,
  changed_at timestamptz not null,
  primary key (performer_id, occasion)
);

-- When somebody last heard it: a welcome once, thanks once a day.
create table automations.said (
  performer_id uuid not null references accounts.accounts (id),
  fan_id uuid not null references accounts.accounts (id),
  occasion text not null check (occasion in ('follower', 'subscriber', 'tip', 'renewal')),
  said_at timestamptz not null,
  primary key (performer_id, fan_id, occasion)
);

-- What part of a creator's messages of the last thirty days was said by a rule, as it was counted last.
create table automations.shares (
  performer_id uuid primary key references accounts.accounts (id),
  messages integer not null check (messages > 0),
  automatic integer not null check (automatic between 0 and messages),
  counted_at timestamptz not null
);

create schema replies;

create table replies.replies (
  id uuid primary key default uuidv7(),
  performer_id uuid not null references accounts.accounts (id),
  name text not null check (char_length(name) between 1 and 60),
  text text not null check (char_length(text) between 1 and 2000),
  created_at timestamptz not null
);
create unique index one_reply_a_name on replies.replies (performer_id, lower(name));
