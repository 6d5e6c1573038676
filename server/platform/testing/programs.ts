// Programs of this machine that some tests start, and ports for them.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'

/** A program of this machine, also where only root looks for it. */
export function programOf(name: string): string | undefined {
  return [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin'].map((folder) => join(folder, name)).find((path) => existsSync(path))
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}
