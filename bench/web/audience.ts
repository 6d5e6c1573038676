// A database with creators, posts of every audience and one fan who follows, has bought and is signed in: the feed page's figures.
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as access from '#server/catalogue/access/access.ts'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as follows from '#server/people/follows/follows.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import { connect, sql, type Tx } from '#server/platform/db/db.ts'
import { accept } from '#server/platform/keys/media.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'

export interface Audience {
  url: string
  dataDir: string
  /** The fan's. */
  token: string
  strike(): Promise<void>
}

const audiences = ['free', 'followers', 'subscription', 'ppv'] as const

export async function buildAudience({ creators, posts }: { creators: number; posts: number }): Promise<Audience> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stagedoor-feed-'))
  const server = await startEmbedded(dataDir)
  await migrate(server.ownerUrl)
  const db = connect({ connection: { connectionString: server.ownerUrl }, maxConnections: 8 })
  await migrateJobs(db)
  const person = { passwordHash: null, birthDate: '1990-01-01', locale: 'zh-TW', emailVerified: true }
  const make = (tx: Tx, role: 'user' | 'performer' | 'staff', n: number) =>
    accounts.create(tx, { ...person, role, name: `Somebody ${n}`, username: `${role}${n}`, email: `${role}${n}@stagedoor.example` })

  const { fan, token } = await db.transaction(async (tx) => {
    const { id: fan } = await make(tx, 'user', 1)
    await wallet.deposit(tx, { to: fan, amount: 100_000_00, kind: 'top_up', key: 'bench:fan', title: 'Top-up' })
    return { fan, token: (await accounts.openSession(tx, fan)).token }
  })
  const staff = await db.transaction((tx) => make(tx, 'staff', 1))
  const creatorIds: string[] = []
  for (let n = 0; n < creators; n++) {
    await db.transaction(async (tx) => {
      const { id } = await make(tx, 'performer', n)
      await profiles.create(tx, id)
      await profiles.approve(tx, id)
      await follows.follow(tx, fan, id)
      creatorIds.push(id)
    })
  }
  const buyer = (await accounts.identify(db, token)) ?? never()
  for (let n = 0; n < posts; n++) {
    const at = new Date(Date.now() - (posts - n) * 60_000)
    const creatorId = creatorIds[n % creators] ?? ''
    const audience = audiences[n % audiences.length] ?? 'free'
    await db.transaction(
      async (tx) => {
        const media = [await photo(tx, creatorId), await photo(tx, creatorId)]
        const workId = await feeds.publish(tx, creatorId, {
          type: 'photo',
          text: `第${n}幕，燈還亮著。`,
          media,
          audience,
          ...(audience === 'ppv' && { price: 120_00 }),
        })
        await works.approve(tx, workId, staff.id)
        if (audience === 'ppv' && n % 8 === 3) await access.buy(tx, buyer, undefined, workId)
      },
      { at },
    )
  }
  await db.transaction((tx) => tx.run(sql`delete from outbox.events`))
  // The pictures are rows only: a folder without them is meant.
  await accept(db, join(dataDir, 'media'))
  await db.pool.query('vacuum analyze')
  await db.close()
  return {
    url: server.ownerUrl,
    dataDir,
    token,
    async strike() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A finished picture by its row only: the page shows addresses, nobody opens them here. */
async function photo(tx: Tx, ownerId: string): Promise<string> {
  const id = randomUUID()
  const sha256 = createHash('sha256').update(id).digest('hex')
  const rendition = (width: number) => ({ key: `files/${id}/${width}`, width, height: Math.round(width / 1.5), bytes: 90_000 })
  const blur = `data:image/webp;base64,${Buffer.alloc(300, 7).toString('base64')}`
  await tx.run(sql`
    insert into files.files (id, owner_id, purpose, status, progress, media_type, bytes, sha256, width, height, renditions, blur, created_at)
    values (${id}, ${ownerId}, 'photo', 'finished', 100, 'image/jpeg', 400000, ${sha256}, 2048, 1365, ${JSON.stringify({ large: rendition(2048), thumbnail: rendition(640) })}, ${blur}, ${tx.now})`)
  return id
}

function never(): never {
  throw new Error('the fan could not sign in')
}
