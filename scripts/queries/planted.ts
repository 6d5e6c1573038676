// Queries whose rows are not what they claim, for the test that each of them is found; and two that are.
import { listed, sql, type Db } from '#server/platform/db/db.ts'

export const planted: Record<string, (db: Db) => Promise<unknown>> = {
  aColumnThatIsNotThere: (db) => db.one<{ name: string; title: string }>(sql`select 'a' as title`),
  aColumnNobodyClaims: (db) => db.one<{ title: string }>(sql`select 'a' as title, 'b' as name`),
  anInstantAsText: (db) => db.one<{ at: string }>(sql`select now() as at`),
  aNumericAsNumber: (db) => db.maybe<{ share: number }>(sql`select 0.5 as share where false`),
  anInstantInJson: (db) => db.one<{ told: { when: { at: Date } }[] }>(sql`select '[]'::jsonb as told`),
  aNull: (db) => db.one<{ title: string }>(sql`select null::text as title`),
  aColumnThatMayBeNull: (db) => db.many<{ publishedAt: Date }>(sql`select published_at as "publishedAt" from works.works`),
  aColumnOfAnOuterJoin: (db) =>
    db.many<{ id: string; email: string }>(sql`
      select w.id, a.email from works.works w left join accounts.accounts a on a.id = w.creator_id`),
  tooFewWords: (db) => db.many<{ audience: 'free' | 'followers' | 'ppv' }>(sql`select audience from works.works`),
  anotherWord: (db) => db.one<{ outcome: 'done' | 'refused' }>(sql`select 'waiting' as outcome`),
  aPageWithout: (db) =>
    listed<{ id: string; name: string }>(
      db,
      { limit: 1, offset: 0 },
      (total, window) => sql`select id, ${total} from works.works ${window}`,
    ),
  neverAsked: (db) => db.one<{ title: string }>(sql`select 'a' as title`),
  theTruth: (db) =>
    db.many<{ id: string; publishedAt: Date; kind: 'feed' | 'gallery' | 'video' | 'product'; email: string | null }>(sql`
      select w.id, w.published_at as "publishedAt", w.kind, a.email
      from works.works w left join accounts.accounts a on a.id = w.creator_id where w.published_at is not null`),
  truthByInference: (db): Promise<{ count: number; tags: string[] }[]> =>
    db.many(sql`select count(*) as count, tags from works.works group by tags`),
}
