// Letters. Written in the transaction that causes one, delivered by a job. With SMTP_URL they go out; without, they
// are kept and read in the office: the outbox page of a demo or a developer.
import { createTransport } from 'nodemailer'
import { directions } from '#contract/locales.ts'
import { sql, type Database, type Db, type Tx } from '#server/platform/db/db.ts'
import { addJob, type Jobs } from '#server/platform/jobs/jobs.ts'
import type { Language } from '#server/platform/words/words.ts'

export interface Letter {
  to: string
  /** In the reader's language, as the paragraphs. */
  subject: string
  paragraphs: readonly string[]
  /** What there is to tell, one line each, below the paragraphs: each with where it leads on this site. */
  lines?: readonly { text: string; path?: string }[]
  /** What a mail program shows of it in its list and on a lock screen, instead of how it begins. */
  preview?: string
  language?: Language
  /** The one thing to do: a path of this site. The address before it is known when the letter is sent. */
  action?: { label: string; path: string }
  /** What does the same where it is typed: set apart, and in one piece to be copied. */
  code?: { label: string; digits: string }
  /** What may be looked up besides: a plain link below. */
  also?: { label: string; path: string }
  /** It only tells, and its reader may have said that they do not want to be told so: then it is not written. */
  about?: { accountId: string; kind: string }
  /** How to have no more letters like it: a link below, and what a mail program's own button asks (RFC 8058). */
  leave?: Leaving
  /** Somebody waits for it before they can go on: it leaves before those that only tell. */
  isAwaited?: boolean
}

export interface Leaving {
  label: string
  /** A page of this site that asks. */
  path: string
  /** Of this site's API: what is posted there needs no asking. */
  oneClickPath: string
}

/** Whether somebody wants a letter of a kind, and how they have no more of them. */
export type Wishes = (tx: Tx, about: NonNullable<Letter['about']>) => Promise<{ isWanted: boolean; leave?: Leaving }>

let wishes: Wishes = async () => ({ isWanted: true })

/** Wired once at start, for the slice that knows what readers decided. */
export function useWishes(answer: Wishes): void {
  wishes = answer
}

export async function writeLetter(tx: Tx, { to, subject, about, isAwaited = false, ...letter }: Letter): Promise<void> {
  const { isWanted, ...asked } = about ? await wishes(tx, about) : { isWanted: true }
  // Whoever is gone has no mailbox (docs/adr/0028).
  if (!isWanted || to.endsWith('@closed.invalid')) return
  const content: Content = { ...letter, ...asked }
  const { id } = await tx.one<{ id: string }>(sql`
    insert into mail.letters (recipient, subject, content, created_at) values (${to}, ${subject}, ${JSON.stringify(content)}, ${tx.now}) returning id`)
  await addJob(tx, 'mail.deliver', { letterId: id }, { isAwaited })
}

/** Keeps every letter that waits, for the outbox page: those of a history that is told (the demo town) are nobody's news. */
export async function keepWaiting(tx: Tx): Promise<void> {
  await tx.run(sql`update mail.letters set state = 'kept' where state = 'waiting'`)
}

export interface MailOptions {
  smtpUrl: string | undefined
  from: string
  /** Where people reach the site, without a slash at the end. */
  siteUrl: () => string
}

let options: MailOptions = { smtpUrl: undefined, from: '', siteUrl: () => '' }

/** Whether letters leave this machine; otherwise they are read in the office. */
export function isDelivering(): boolean {
  return options.smtpUrl !== undefined
}

/** Where people reach the site. */
export function siteUrl(): string {
  return options.siteUrl()
}

type Content = Pick<Letter, 'paragraphs' | 'lines' | 'preview' | 'language' | 'action' | 'code' | 'also' | 'leave'>

/** A mail server that says nothing for so long is tried again later. */
const patience = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 }

/** Registers the delivery. A letter that the mail server refuses is tried again by its job and marked failed meanwhile. */
export function deliverLetters(db: Database, jobs: Jobs, given: MailOptions): void {
  options = given
  const { smtpUrl, from } = given
  const transport = smtpUrl ? createTransport({ url: smtpUrl, ...patience }, { from }) : undefined
  const mark = (id: string, state: 'sent' | 'kept' | 'failed') =>
    db.transaction((tx) =>
      tx.run(
        sql`update mail.letters set state = ${state}, sent_at = case when ${state} = 'sent' then ${tx.now}::timestamptz end where id = ${id}`,
      ),
    )

  const deliver = async ({ letterId }: { letterId: string }) => {
    const letter = await db.maybe<{ recipient: string; subject: string; content: Content }>(sql`
      select recipient, subject, content from mail.letters where id = ${letterId} and state in ('waiting', 'failed')`)
    if (!letter) return
    if (!transport) return void (await mark(letterId, 'kept'))
    try {
      await transport.sendMail({
        // As one address, whatever is in it: a text would be read as a list.
        to: { name: '', address: letter.recipient },
        subject: letter.subject,
        text: asText(letter.content, siteUrl()),
        html: asHtml(letter.content, letter.subject, siteUrl()),
        headers: headersOf(letter.content, siteUrl()),
        // The same at every try: where a mail server took it and nobody heard so, its reader's program shows it once.
        messageId: `<${letterId}@${URL.parse(siteUrl())?.hostname || 'localhost'}>`,
      })
    } catch (error) {
      await mark(letterId, 'failed')
      throw error
    }
    await mark(letterId, 'sent')
  }
  jobs.handle('mail.deliver', deliver, { kind: 'letters' })
}

export interface KeptLetter {
  id: string
  recipient: string
  subject: string
  text: string
  state: 'waiting' | 'sent' | 'kept' | 'failed'
  createdAt: Date
}

/** The outbox page: newest first. */
export async function letters(
  db: Db,
  site: string,
  { recipient, limit, offset = 0 }: { recipient?: string | undefined; limit: number; offset?: number },
): Promise<KeptLetter[]> {
  const rows = await db.many<Omit<KeptLetter, 'text'> & { content: Content }>(sql`
    select id, recipient, subject, content, state, created_at as "createdAt" from mail.letters
    where (${recipient ?? null}::text is null or recipient = ${recipient ?? null}) order by created_at desc, id desc
    limit ${limit} offset ${offset}`)
  return rows.map(({ content, ...letter }) => ({ ...letter, text: asText(content, site) }))
}

/** How many there are in all, for the pages of the outbox page. */
export async function countLetters(db: Db, { recipient }: { recipient?: string | undefined }): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from mail.letters where (${recipient ?? null}::text is null or recipient = ${recipient ?? null})`)
  return count
}

function headersOf({ leave }: Content, site: string): Record<string, string> {
  if (!leave) return {}
  return { 'List-Unsubscribe': `<${site}${leave.oneClickPath}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

function asText({ paragraphs, lines = [], action, code, also, leave }: Content, site: string): string {
  const link = (to: { label: string; path: string } | undefined) => (to ? [`${to.label}\n${site}${to.path}`] : [])
  const links = [...link(action), ...(code ? [`${code.label}\n${code.digits}`] : []), ...link(also), ...link(leave)]
  const list = lines.length > 0 ? [lines.map(({ text }) => `• ${text}`).join('\n')] : []
  return [...paragraphs, ...list, ...links].join('\n\n')
}

function asHtml({ paragraphs, lines = [], preview, language, action, code, also, leave }: Content, subject: string, site: string): string {
  const button = action
    ? `<p style="margin:24px 0"><a href="${escaped(site + action.path)}" style="background:#42b1e8;color:#06202e;padding:14px 24px;border-radius:999px;font-weight:600;text-decoration:none;display:inline-block">${escaped(action.label)}</a></p>`
    : ''
  const digits = code
    ? `<p style="margin:0 0 8px">${escaped(code.label)}</p><p style="margin:0 0 24px;font-size:28px;font-weight:600;letter-spacing:6px">${escaped(code.digits)}</p>`
    : ''
  const linked = (to: { label: string; path: string } | undefined, style: string) =>
    to ? `<p style="${style}"><a href="${escaped(site + to.path)}" class="quiet" style="color:#516170">${escaped(to.label)}</a></p>` : ''
  const link = linked(also, 'margin:24px 0 0;font-size:13px') + linked(leave, 'margin:8px 0 0;font-size:13px')
  const body = paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escaped(paragraph)}</p>`).join('')
  const items = lines.map(({ text, path }) => {
    const said =
      path === undefined ? escaped(text) : `<a href="${escaped(site + path)}" class="said" style="color:#0e1722">${escaped(text)}</a>`
    return `<li style="margin:0 0 10px">${said}</li>`
  })
  const list = items.length > 0 ? `<ul style="margin:0 0 16px;padding:0;padding-inline-start:20px">${items.join('')}</ul>` : ''
  // What follows the preview is no room: nothing of what the letter says is shown behind it.
  const head =
    preview === undefined
      ? ''
      : `<div style="display:none;max-height:0;overflow:hidden">${escaped(preview)}${'&#847;&zwnj;&nbsp;'.repeat(120)}</div>`
  return `<!doctype html><html${language ? ` lang="${language}" dir="${directions[language]}"` : ''}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title><style>${dark}</style></head><body style="margin:0;background:#fff">${head}<div class="letter" style="font:16px/1.7 -apple-system,'PingFang TC','Microsoft JhengHei',sans-serif;color:#0e1722;max-width:520px;margin:0 auto;padding:32px 20px">${body}${list}${button}${digits}${link}</div></body></html>`
}

/** Where its reader's mail program is dark and shows letters as they are. */
const dark =
  ':root{color-scheme:light dark}@media (prefers-color-scheme:dark){body{background:#0b0f14!important}.letter,.said{color:#eef2f6!important}.quiet{color:#9fb0c0!important}}'

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Letters to somebody who is gone. */
export async function forgetLetters(tx: Tx, recipient: string): Promise<void> {
  await tx.run(sql`delete from mail.letters where lower(recipient) = lower(${recipient})`)
}
