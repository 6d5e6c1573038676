// The smallest honest program that could stand in for a page: Fastify and pg and nothing else. It asks one statement, who this is, and sends
// bytes that are there already.
import Fastify from 'fastify'
import { readFileSync } from 'node:fs'
import pg from 'pg'

const [url = '', hash = '', pages = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 8 })
const app = Fastify({ logger: false })
const statement = {
  name: 'who',
  text: 'select id, account_id, expires_at from accounts.sessions where token_hash = $1',
  values: [Buffer.from(hash, 'hex')],
}
for (const [path, { file, type }] of Object.entries(JSON.parse(pages) as Record<string, { file: string; type: string }>)) {
  const bytes = readFileSync(file)
  app.get(path, async (_request, reply) => {
    await pool.query(statement)
    return reply.type(type).send(bytes)
  })
}
process.send?.({ address: await app.listen({ host: '127.0.0.1', port: 0 }) })
process.on('disconnect', () => process.exit(0))
