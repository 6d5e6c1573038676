// `npm start`: everything in one process over one data folder. Whatever cannot be is said in one sentence that names the setting.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createApp, type App } from '#server/app.ts'
import { serveDocs } from '#server/docs.ts'
import { ConfigError, missingFor, readConfig, type Config } from '#server/platform/config/config.ts'
import { CannotStart } from '#server/platform/db/cannot-start.ts'
import { connect } from '#server/platform/db/db.ts'
import { startEmbedded, type EmbeddedPostgres } from '#server/platform/db/embedded.ts'
import { makeReady } from '#server/platform/db/roles.ts'
import { warnAtStart } from '#server/platform/ffmpeg/starting.ts'
import { serveWeb } from '#server/web.ts'
import { townIsWanted, buildTown } from '#database/town/town.ts'

try {
  await start(readConfig(process.env))
} catch (error) {
  if (error instanceof ConfigError || error instanceof CannotStart) console.error(error.message)
  else console.error(error)
  process.exit(1)
}

async function start(given: Config): Promise<void> {
  // Someone who tries the demo wants to read its sign-ins, not every request; whoever asks for a level gets it.
  const missing = missingFor(given)
  if (missing) throw new CannotStart(missing)
  const config = given.databaseUrl || process.env['LOG_LEVEL'] ? given : { ...given, logLevel: 'warn' }
  const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir, { tell: console.error })
  const stopDatabase = () => embedded?.stop() ?? Promise.resolve()
  try {
    const { warning, url } = await readyDatabase(config, embedded)
    const db = connect({ connection: { connectionString: url }, maxConnections: config.databaseConnections })
    const app = await createApp({
      config,
      db,
      isDemo: embedded !== undefined,
      mount: async (http, around) => {
        await serveDocs(http)
        await serveWeb(http, around, config)
      },
    })
    const password = embedded ? await demo(app, config) : undefined
    const address = await listen(app, config)
    tell(address, password, config)
    if (config.role !== 'web') warnAtStart()
    if (warning) app.http.log.warn(warning)
    stopCleanly(app, async () => {
      await db.close()
      await stopDatabase()
    })
  } catch (error) {
    await stopDatabase()
    throw error
  }
}

/** The database that the setting names, or the embedded one, as the application reaches it, up to date. */
async function readyDatabase({ databaseUrl, databaseOwnerUrl }: Config, embedded: EmbeddedPostgres | undefined) {
  const way = embedded ?? { url: databaseUrl!, ownerUrl: databaseOwnerUrl ?? databaseUrl! }
  return { url: way.url, ...(await makeReady(way)) }
}

/** Fills an empty embedded database with the demo town; later starts find it there. */
async function demo(app: App, config: Config): Promise<string> {
  const password = demoPassword(config)
  if (await townIsWanted(app.db)) {
    const started = performance.now()
    console.log('Building the demo town …')
    await buildTown(app, { password })
    console.log(`Built the demo town in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
  }
  return password
}

/** Made at the first start and kept where its owner can read it again. */
function demoPassword(config: Config): string {
  const file = join(config.dataDir, 'demo-password.txt')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  const password = config.demoPassword ?? randomBytes(9).toString('base64url')
  mkdirSync(config.dataDir, { recursive: true })
  writeFileSync(file, `${password}\n`, { mode: 0o600 })
  return password
}

async function listen(app: App, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new CannotStart(`Port ${port} is taken by another program: stop that one, or set PORT to a free one.`)
    if (code === 'EACCES') throw new CannotStart(`Port ${port} may not be opened by this user: set PORT to one above 1023.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new CannotStart(`HOST is ${JSON.stringify(host)}, which is no address of this machine.`)
    throw error
  }
}

function tell(address: string, password: string | undefined, config: Config): void {
  if (config.role === 'worker') return console.log(`A worker of Stagedoor is at work; ${address}/readyz says how it is.`)
  const site = config.publicUrl ?? address.replace('[::]', 'localhost').replace('0.0.0.0', 'localhost')
  const lines = [`Stagedoor is open: ${site}`]
  if (password) {
    lines.push(
      `  sign in as admin@stagedoor.example, creator@stagedoor.example or fan@stagedoor.example`,
      `  password: ${password}   (kept in ${join(config.dataDir, 'demo-password.txt')})`,
    )
  }
  console.log(lines.join('\n'))
}

function stopCleanly(app: App, then: () => Promise<void>): void {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    // A call that hangs must not keep the operator waiting for ever.
    setTimeout(() => process.exit(1), 15_000).unref()
    await app.close()
    await then()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
}
