// The measure: Fastify and pg and nothing else. It sends the statements that the product sent for one page, all at once, and
// answers their rows as JSON.
import Fastify from 'fastify'
import pg from 'pg'

const [url = '', recorded = '[]'] = process.argv.slice(2)
const statements = JSON.parse(recorded) as { name?: string; text: string; values: unknown[] }[]
const pool = new pg.Pool({ connectionString: url, max: 8 })
const app = Fastify({ logger: false })
app.get('/', async () => Promise.all(statements.map(async (statement) => (await pool.query(statement)).rows as unknown[])))
const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.({ address, statements: [] })
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})
process.on('disconnect', () => process.exit(0))
