import { isOnShow } from '#server/catalogue/works/works.ts'
import { sql, type Db } from '#server/platform/db/db.ts'

/** Announced streams that begin between now and then, soonest first. */
export function announced(
  db: Db,
  { until, hidden, limit }: { until: Date; hidden: ReadonlySet<string>; limit: number },
): Promise<{ id: string }[]> {
  return db.many(sql`
    select w.id from works.works w join feeds.posts p on p.work_id = w.id
    where ${isOnShow(db)} and w.medium = 'stream' and p.streaming_at > ${db.now} and p.streaming_at <= ${until}
      and w.creator_id <> all(${[...hidden]}::uuid[])
    order by p.streaming_at, w.id limit ${limit}`)
}
