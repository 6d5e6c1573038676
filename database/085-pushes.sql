-- Browsers that want to be told when nobody looks at the site (RFC 8030), each as long as the session that it came with.
create table notifications.devices (
  id uuid primary key default uuidv7(),
  account_id uuid not null references accounts.accounts (id),
  session_id uuid not null references accounts.sessions (id) on delete cascade,
  endpoint text not null unique check (endpoint ~ '^https://' and char_length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  -- The key of ours that it listens to; with another one nothing reaches it.
  key text not null,
  -- Where it was when it came: creators hide from countries.
  country text,
  -- Until when its push service asked to be left alone.
  rests_until timestamptz,
  created_at timestamptz not null
);
create index devices_of_account on notifications.devices (account_id, created_at);
create index devices_of_session on notifications.devices (session_id);

-- What is still to be sent to whom, and what was not taken yet.
create table notifications.sendings (
  device_id uuid not null references notifications.devices (id) on delete cascade,
  notice_id uuid not null references notifications.notices (id) on delete cascade,
  due_at timestamptz not null,
  tries integer not null default 0 check (tries >= 0),
  primary key (device_id, notice_id)
);
create index sendings_due on notifications.sendings (due_at);
create index sendings_of_notice on notifications.sendings (notice_id);
