// The planted fault of the proofs' own tests: PostgreSQL answers before a commit is on disk, and takes its time to write.
import { connect } from '#server/platform/db/db.ts'

export async function forgetful(url: string): Promise<void> {
  const past = connect({ connection: { connectionString: url }, maxConnections: 1 })
  await past.pool.query('alter system set synchronous_commit = off')
  await past.pool.query(`alter system set wal_writer_delay = '10s'`)
  await past.pool.query('select pg_reload_conf()')
  await past.close()
}
