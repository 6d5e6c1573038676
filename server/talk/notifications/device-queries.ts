import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

interface Given {
  accountId: string
  sessionId: string
  endpoint: string
  p256dh: string
  auth: string
  key: string
  country: string | null
}

export async function put(tx: Tx, { accountId, sessionId, endpoint, p256dh, auth, key, country }: Given): Promise<string> {
  // What was on its way to who used this browser before is not for who uses it now.
  await tx.run(sql`delete from notifications.devices where endpoint = ${endpoint} and account_id <> ${accountId}`)
  const { id } = await tx.one<{ id: string }>(sql`
    insert into notifications.devices (account_id, session_id, endpoint, p256dh, auth, key, country, created_at)
    values (${accountId}, ${sessionId}, ${endpoint}, ${p256dh}, ${auth}, ${key}, ${country}, ${tx.now})
    on conflict (endpoint) do update set session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth, key = excluded.key,
      country = excluded.country
    returning id`)
  // A session is one browser, which listens to one key.
  await tx.run(sql`delete from notifications.devices where session_id = ${sessionId} and key <> ${key}`)
  return id
}

/** Whether the browser of this session listens to another key than this. */
export async function listensToAnother(db: Db, sessionId: string, key: string): Promise<boolean> {
  return (await db.maybe(sql`select from notifications.devices where session_id = ${sessionId} and key <> ${key} limit 1`)) !== undefined
}

export async function keepNewest(tx: Tx, accountId: string, { most, ofOneHost }: { most: number; ofOneHost: number }): Promise<void> {
  await tx.run(sql`
    delete from notifications.devices where id in (
      select id from (
        select id, row_number() over (order by created_at desc, id desc) as place,
          row_number() over (partition by host order by created_at desc, id desc) as place_of_host
        from notifications.devices where account_id = ${accountId}
      ) d where place > ${most} or place_of_host > ${ofOneHost})`)
}

export function remove(tx: Tx, accountId: string, id: string): Promise<number> {
  return tx.run(sql`delete from notifications.devices where account_id = ${accountId} and id = ${id}`)
}

export async function forgetDevicesOf(tx: Tx, sessionId: string): Promise<void> {
  await tx.run(sql`delete from notifications.devices where session_id = ${sessionId}`)
}

export interface Device extends Given {
  id: string
  host: string
  silences: number
  isHostSilent: boolean
}

/** Undefined where its session ended by itself meanwhile. */
export function find(db: Db, id: string): Promise<Device | undefined> {
  return db.maybe<Device>(sql`
    select d.id, d.account_id as "accountId", d.session_id as "sessionId", d.endpoint, d.p256dh, d.auth, d.key, d.country, d.host, d.silences,
      exists (select from notifications.silent_hosts h where h.host = d.host) as "isHostSilent"
    from notifications.devices d join accounts.sessions s on s.id = d.session_id
    where d.id = ${id} and s.revoked_at is null and s.expires_at > ${db.now}`)
}

export async function forget(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`delete from notifications.devices where id = ${id}`)
}

/** Nothing is on its way to it any more. */
export async function dropSendings(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`delete from notifications.sendings where device_id = ${id}`)
}

// What is to be sent

/** What is due is put down for each of its reader's browsers; answers how much. */
export async function queue(tx: Tx, limit: number): Promise<number> {
  const { due } = await tx.one<{ due: number }>(sql`
    with due as (
      select id, account_id from notifications.notices where push_due_at <= ${tx.now} order by push_due_at limit ${limit} for update skip locked
    ), taken as (
      update notifications.notices n set push_due_at = null from due where n.id = due.id
    ), queued as (
      insert into notifications.sendings (device_id, notice_id, due_at)
      select d.id, due.id, ${tx.now}::timestamptz from due join notifications.devices d on d.account_id = due.account_id
      on conflict (device_id, notice_id) do update set due_at = excluded.due_at, tries = 0
    )
    select count(*) as due from due`)
  return due
}

/** Browsers to which something is to be sent now, longest due first; so many of one account. */
export async function waiting(db: Db, { limit, ofOneAccount }: { limit: number; ofOneAccount: number }): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from (
      select s.device_id as id, min(s.due_at) as due_at,
        row_number() over (partition by d.account_id order by min(s.due_at), s.device_id) as place
      from notifications.sendings s join notifications.devices d on d.id = s.device_id
      where s.due_at <= ${db.now} and (d.rests_until is null or d.rests_until <= ${db.now})
        and not exists (select from notifications.silent_hosts h where h.host = d.host and h.rests_until > ${db.now})
      group by s.device_id, d.account_id
    ) due where place <= ${ofOneAccount} order by due_at, id limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Takes what waits for one of them, for so long as sending may last: whoever dies with it leaves it to the next. */
export function take(tx: Tx, deviceId: string, until: Date): Promise<{ noticeId: string; tries: number }[]> {
  return tx.many<{ noticeId: string; tries: number }>(sql`
    update notifications.sendings set due_at = ${until}, tries = tries + 1
    where device_id = ${deviceId} and notice_id in (
      select notice_id from notifications.sendings where device_id = ${deviceId} and due_at <= ${tx.now} order by notice_id for update skip locked)
    returning notice_id as "noticeId", tries`)
}

export async function done(tx: Tx, deviceId: string, noticeIds: readonly string[]): Promise<void> {
  await tx.run(sql`delete from notifications.sendings where device_id = ${deviceId} and notice_id = any(${noticeIds}::uuid[])`)
}

export async function postpone(tx: Tx, deviceId: string, noticeIds: readonly string[], at: Date): Promise<void> {
  await tx.run(sql`
    update notifications.sendings set due_at = ${at} where device_id = ${deviceId} and notice_id = any(${noticeIds}::uuid[])`)
}

/** Its push service wants to be left alone. */
export async function rest(tx: Tx, deviceId: string, until: Date): Promise<void> {
  await tx.run(sql`update notifications.devices set rests_until = ${until} where id = ${deviceId}`)
}

/** Whatever of it is due waits until then; what was tried that often is given up. */
export async function putOff(tx: Tx, deviceId: string, { until, mostTries }: { until: Date; mostTries: number }): Promise<void> {
  await tx.run(sql`
    delete from notifications.sendings where device_id = ${deviceId} and due_at <= ${tx.now} and tries >= ${mostTries}`)
  await tx.run(sql`
    update notifications.sendings set due_at = ${until}, tries = tries + 1 where device_id = ${deviceId} and due_at <= ${tx.now}`)
}

/** It rests for two minutes, then four, up to half a day. A host that said nothing three times in a row rests as a whole, from a minute up to an hour. */
export async function silent(tx: Tx, { id, host }: Pick<Device, 'id' | 'host'>): Promise<void> {
  await tx.run(sql`
    update notifications.devices set silences = silences + 1,
      rests_until = ${tx.now}::timestamptz + least(interval '1 minute' * 2 ^ least(silences + 1, 20), interval '12 hours')
    where id = ${id}`)
  // Those that were asked at the same time say no more than the first of them.
  await tx.run(sql`
    insert into notifications.silent_hosts as h (host, silences, rests_until) values (${host}, 1, ${tx.now})
    on conflict (host) do update set silences = h.silences + 1,
      rests_until = ${tx.now}::timestamptz + case when h.silences < 2 then interval '0'
        else least(interval '1 minute' * 2 ^ least(h.silences - 2, 20), interval '1 hour') end
    where h.rests_until <= ${tx.now}`)
}

/** It said something, whatever it was. */
export async function heard(tx: Tx, { id, host }: Pick<Device, 'id' | 'host'>): Promise<void> {
  await tx.run(sql`update notifications.devices set silences = 0, rests_until = null where id = ${id}`)
  await tx.run(sql`delete from notifications.silent_hosts where host = ${host}`)
}

/** Hosts that nobody tried for a day are forgotten: what they are called is somebody else's word. */
export async function forgetSilentHosts(tx: Tx): Promise<void> {
  await tx.run(sql`delete from notifications.silent_hosts where rests_until < ${tx.now}::timestamptz - interval '1 day'`)
}
