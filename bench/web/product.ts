// The product as main.ts runs it, without pages. Tells which statements one feed page sends, so that the measure can send the same.
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { connect } from '#server/platform/db/db.ts'

const [url = '', token = '', dataDir = ''] = process.argv.slice(2)
const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '1000000', LOG_LEVEL: 'warn' })
const db = connect({ connection: { connectionString: url }, maxConnections: 8 })
const app = await createApp({ config, db, isDemo: false })

interface Statement {
  name?: string
  text: string
  values: unknown[]
}
const sent: Statement[] = []
const query = db.pool.query.bind(db.pool) as (statement: Statement) => Promise<unknown>
const spy = (statement: Statement) => {
  sent.push(statement)
  return query(statement)
}
const address = await app.http.listen({ host: '127.0.0.1', port: 0 })
const page = () => app.http.inject({ url: '/api/user/feeds?limit=20&scope=following', headers: { authorization: token } })
await page()
Object.assign(db.pool, { query: spy })
const answer = await page()
Object.assign(db.pool, { query })
if (answer.statusCode !== 200 || (answer.json() as { data: { data: unknown[] } }).data.data.length !== 20)
  throw new Error(`no page of 20 posts: ${answer.body.slice(0, 300)}`)
process.send?.({
  address,
  statements: sent.filter(({ text }) => /^\s*(select|with)/i.test(text)).map(({ name, text, values }) => ({ name, text, values })),
})
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})
process.on('disconnect', () => process.exit(0))
