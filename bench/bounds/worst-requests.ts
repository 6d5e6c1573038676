// What one request may cost everybody else: each row of the contract gets the most that it reads, of the worst shapes, and meanwhile the
// house says how long its event loop stood still and how much memory it holds. journeys/bounds.test.ts holds what is answered.
import { contract } from '#contract/index.ts'
import type { Endpoints } from '#contract/endpoint.ts'
import { peopleOf } from '#journeys/people.ts'
import { worstOf } from '#journeys/worst-bodies.ts'
import { connect } from '#server/platform/db/db.ts'
import { bodyBytesOf } from '#server/platform/http/serve.ts'
import { Building } from '../ledger/bank/building.ts'

export interface Report {
  requests: number
  longestStandstillMs: number
  grownMegabytes: number
  surprises: string[]
}

export interface Bounds {
  dataDir: string
  /** For any one request. */
  standstillMs: number
  megabytes: number
}

const foreignId = '0198f9a0-1111-7000-8000-000000000001'

export async function worstRequests({ dataDir, standstillMs, megabytes }: Bounds): Promise<Report> {
  const building = new Building(dataDir, 'on')
  try {
    const { address, url } = await building.open
    const tokens = await tokensOf(address, url)
    const surprises: string[] = []
    const before = await figures(address)
    let [requests, longestStandstillMs] = [0, 0]
    for (const [slice, table] of Object.entries(contract as Record<string, Endpoints>)) {
      for (const [name, row] of Object.entries(table)) {
        for (const { what, query = '', contentType, payload } of worstOf(row, bodyBytesOf(row))) {
          const url = `${address}/api${row.path.replace(/:\w+/g, foreignId)}${query}`
          const headers = { authorization: tokens[row.for], ...(contentType && { 'content-type': contentType }) }
          const ask = async () => {
            await figures(address)
            const answer = await fetch(url, { method: row.method, headers, body: payload ?? null })
            await answer.arrayBuffer()
            return { status: answer.status, standstill: (await figures(address)).standstill }
          }
          let { status, standstill } = await ask()
          // Somebody else on this machine may have held it up; what the request itself costs, it costs every time.
          for (let again = 0; standstill > standstillMs && again < 4; again++) standstill = Math.min(standstill, (await ask()).standstill)
          requests++
          longestStandstillMs = Math.max(longestStandstillMs, standstill)
          const said = `${slice}.${name}, ${what}`
          if (status >= 500) surprises.push(`${said}: ${status}`)
          if (standstill > standstillMs) surprises.push(`${said}: everybody waited for ${Math.round(standstill)} ms`)
        }
      }
    }
    const grownMegabytes = Math.round((await figures(address)).megabytes - before.megabytes)
    if (grownMegabytes > megabytes) surprises.push(`${grownMegabytes} MB more in memory than before`)
    return { requests, longestStandstillMs: Math.round(longestStandstillMs), grownMegabytes, surprises }
  } finally {
    await building.stop()
  }
}

async function tokensOf(address: string, url: string) {
  const db = connect({ connection: { connectionString: url }, maxConnections: 2 })
  try {
    const people = peopleOf({ db, address })
    const [member, creator, staff] = [await people.fan(), await people.creator(), await people.staff()]
    return { anyone: '', member: member.token, creator: creator.token, staff: staff.token }
  } finally {
    await db.close()
  }
}

/** What the house itself says of the time since it was asked last. */
async function figures(address: string): Promise<{ standstill: number; megabytes: number }> {
  const text = await (await fetch(`${address}/metrics`)).text()
  const told = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return { standstill: told('nodejs_eventloop_lag_max_seconds') * 1000, megabytes: told('process_resident_memory_bytes') / 1e6 }
}
