// People for a Stagedoor that listens somewhere: they act through the same typed client as the web. All of them are invented adults;
// their pictures are drawn here.
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { type Api, createApi, type Request, type Send } from '#contract/client.ts'
import type { Endpoint, Endpoints } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { refusalsOf } from '#server/platform/http/openapi.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import type { Database } from '#server/platform/db/db.ts'

export interface Person {
  api: Api
  id: string
  username: string
  password: string
  token: string
  /** In tokens. */
  balance(): Promise<number>
}

export interface People {
  visitor(language?: string): Api
  /** @param line of which moment a call is: it is cut with it */
  as(token: string, language?: string, line?: () => AbortSignal): Api
  /** A request as it goes over the wire, for what the typed client would not send. */
  raw(
    request: Partial<Request> & { url: string },
    token?: string,
  ): Promise<{ status: number; json: Record<string, unknown>; headers: Headers }>
  /** @param balance in tokens */
  fan(options?: { balance?: number; name?: string }): Promise<Person>
  /** @param options.monthlyPrice null: they have said none */
  creator(options?: { name?: string; monthlyPrice?: number | null }): Promise<Person>
  staff(): Promise<Person>
}

const rows = Object.entries<Endpoints>(contract).flatMap(([slice, table]) =>
  Object.entries<Endpoint>(table).map(([name, row]) => ({
    name: `${slice}.${name}`,
    row,
    path: new RegExp(`^/api${row.path.replaceAll(/:\w+/g, '[^/]+')}$`),
  })),
)

/** A row says all that it refuses, because readers of the API build on it: whatever journey meets another answer fails. */
export function isDeclared(method: string, url: string, code: string): void {
  const path = url.split('?')[0] ?? url
  const found = rows.filter(({ row, path: own }) => (row.method === method || row.alsoBy === method) && own.test(path))
  if (found.some(({ row }) => refusalsOf(row).includes(code as RefusalCode))) return
  throw new Error(`${found[0]?.name ?? `${method} ${path}`} answers ${code}, which its row does not say.`)
}

/** @param address where the app listens; its database is asked for what only an operator can do */
export function peopleOf({ db, address }: { db: Database; address: string }): People {
  const send =
    (token: string | undefined, language: string, line?: () => AbortSignal): Send =>
    async ({ method, url, headers, body }) => {
      const answer = await fetch(address + url, {
        method,
        headers: { ...headers, 'content-language': language, ...(token && { authorization: token }) },
        body: body ?? null,
        signal: line?.() ?? null,
      })
      const json: unknown = await answer.json()
      if (!answer.ok) isDeclared(method, url, (json as { code?: string }).code ?? '')
      return { status: answer.status, json }
    }
  const as: People['as'] = (token, language = 'en-US', line) => createApi(send(token, language, line))
  const visitor = (language = 'en-US') => createApi(send(undefined, language))

  const createStaff = async (who: { username: string; email: string; password: string }) =>
    void (await db.transaction((tx) => accounts.createStaff(tx, { name: 'Office', ...who })))
  let count = 0
  const newcomer = (kind: string) => {
    const username = `${kind}${++count}${randomBytes(3).toString('hex')}`
    return { username, email: `${username}@stagedoor.example`, password: `correct horse ${username}` }
  }
  const terms = async () => (await visitor().settings.public({})).termsVersion

  async function signIn(who: { username: string; password: string }): Promise<Person> {
    const { token } = await visitor().accounts.login({ username: who.username, password: who.password })
    const api = as(token)
    const { _id } = await api.me.user({})
    return { api, id: _id, username: who.username, password: who.password, token, balance: async () => (await api.me.user({})).balance }
  }

  const people: People = {
    visitor,
    as,
    async raw({ method = 'GET', url, headers = {}, body }, token) {
      const answer = await fetch(address + url, {
        method,
        headers: { ...headers, ...(token && { authorization: token }) },
        body: body ?? null,
      })
      return { status: answer.status, headers: answer.headers, json: (await answer.json().catch(() => ({}))) as Record<string, unknown> }
    },
    async fan({ balance = 0, name = 'Fan' } = {}) {
      const who = newcomer('fan')
      await visitor().accounts.register({ ...who, name, dateOfBirth: '1990-05-17', acceptedTermsVersion: await terms() })
      const person = await signIn(who)
      if (balance > 0) {
        const key = `payment:${randomBytes(8).toString('hex')}`
        await db.transaction((tx) =>
          wallet.deposit(tx, { to: person.id, amount: Math.round(balance * 100), kind: 'top_up', key, title: 'Top-up' }),
        )
      }
      return person
    },
    async creator({ name = 'Creator', monthlyPrice = 4.95 } = {}) {
      const who = newcomer('creator')
      await visitor().identity.register({
        ...who,
        name,
        gender: 'female',
        dateOfBirth: '1988-02-03',
        country: 'TW',
        phone: '+886 900 000 000',
        acceptedTermsVersion: await terms(),
        acceptedAgreement: true,
        idVerification: await picture(600, 400, 1),
        documentVerification: await picture(600, 400, 2),
      })
      const office = await people.staff()
      const { data } = await office.api.admin.performers({ state: 'pending', q: who.username })
      for (const { _id } of data[0]!.documents) await office.api.admin.document({ id: _id })
      await office.api.admin.approvePerformer({ id: data[0]!._id })
      const person = await signIn(who)
      if (monthlyPrice !== null) await person.api.me.updatePerformer({ monthlyPrice })
      return person
    },
    async staff() {
      const who = newcomer('staff')
      await createStaff(who)
      return signIn(who)
    },
  }
  return people
}

/** A harmless picture: two colours and a circle. */
export async function picture(width: number, height: number, seed = 0): Promise<Blob> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="hsl(${(seed * 67) % 360} 60% 40%)"/><circle cx="50%" cy="50%" r="25%" fill="hsl(${(seed * 67 + 180) % 360} 60% 70%)"/></svg>`
  return new File([new Uint8Array(await sharp(Buffer.from(svg)).jpeg().toBuffer())], `picture-${seed}.jpg`, { type: 'image/jpeg' })
}
