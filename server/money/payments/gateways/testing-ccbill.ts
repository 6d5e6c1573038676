// CCBill for tests: the posts that it makes, what it calls what it sells, and a DataLink on the loopback that takes cancellations.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { useCcbill } from '#server/money/payments/gateways/ccbill-account.ts'

/** A webhook as it travels. */
export interface Sent {
  headers?: Record<string, string>
  query?: Record<string, string>
  ip?: string
  body: string
}

export const ccbillSecret = 'a-secret-in-the-address-of-the-hook'
export const ccbillForm = { flexId: 'cb617dcc-8467-49ab-b3a7-735ce1d60ad9', salt: '7d901dad245fd0ff6bc20d06' }

/** @param dataLink where cancellations are asked for; nobody answers there unless a test does */
export function openCcbill(dataLink = 'http://127.0.0.1:1/', subAccount = '0001'): void {
  useCcbill({
    account: { mainAccount: '900100', subAccount, ...ccbillForm, dataLink: { user: 'stage', password: 'door', url: dataLink } },
    webhookSecret: ccbillSecret,
    siteUrl: () => 'https://stage.example',
  })
}

/** Phoenix has no summer time. */
export function phoenix(at: Date): string {
  return new Date(at.getTime() - 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}

export const numberOf = (text: string) => `${BigInt(`0x${createHash('md5').update(text).digest('hex').slice(0, 12)}`)}`

/** What CCBill calls this subscription, and its n-th collection. */
export function ccbillNames(reference: string, n = 0): { subscriptionId: string; transactionId: string } {
  return { subscriptionId: numberOf(reference), transactionId: numberOf(`charge ${reference}${n > 0 ? ` ${n}` : ''}`) }
}

export function ccbillPost(eventType: string, fields: object, at: Date, extra: Partial<Sent> = {}): Sent {
  const body = JSON.stringify({ clientAccnum: '900100', clientSubacc: '0001', timestamp: phoenix(at), ...fields })
  return {
    body,
    query: { secret: ccbillSecret, eventType, clientAccnum: '900100' },
    ip: '64.38.212.7',
    headers: { 'content-type': 'application/json' },
    ...extra,
  }
}

export const usd = { currency: 'USD', currencyCode: '840' }

export interface DataLink {
  url: string
  /** What was asked, the newest last. */
  asked: URLSearchParams[]
  /** What it answers from now on. */
  answers(body: string, status?: number): void
  /** What it says of how a subscription stands. */
  stands(body: string): void
  close(): Promise<void>
}

export async function openDataLink(): Promise<DataLink> {
  const asked: URLSearchParams[] = []
  let answer = { status: 200, body: '' }
  let standing: string | undefined
  const server = createServer((request, reply) => {
    const { searchParams } = new URL(request.url ?? '', 'http://ccbill')
    asked.push(searchParams)
    const isView = searchParams.get('action') === 'viewSubscriptionStatus' && standing !== undefined
    reply.writeHead(answer.status).end(isView ? standing : answer.body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const link: DataLink = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/utils/subscriptionManagement.cgi`,
    asked,
    answers: (body, status = 200) => void (answer = { status, body }),
    stands: (body) => void (standing = body),
    close: () => new Promise((closed) => server.close(() => closed())),
  }
  link.answers("<?xml version='1.0' standalone='yes'?><results>1</results>")
  return link
}
