// The smallest honest program that keeps what people write: Fastify and pg and nothing else. It knows nobody, asks nothing, and inserts.
import Fastify from 'fastify'
import pg from 'pg'

const [url = '', connections = '16'] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: Number(connections) })
const app = Fastify({ logger: false })
app.post<{ Params: { id: string }; Body: { text: string } }>('/:id', async ({ params, body }) => {
  const { rows } = await pool.query<{ id: string }>({
    name: 'keep',
    text: 'insert into bare.messages (conversation_id, text) values ($1, $2) returning id',
    values: [params.id, body.text],
  })
  return { data: { _id: rows[0]?.id, text: body.text } }
})
process.send?.({ address: await app.listen({ host: '127.0.0.1', port: 0 }) })
process.on('disconnect', () => process.exit(0))
