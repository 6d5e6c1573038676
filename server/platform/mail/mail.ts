// Letters. Written in the transaction that causes one, delivered by a job. With SMTP_URL they go out; without, they
// are kept in the outbox page, where the operator of a demo or a developer reads them.
import { createTransport } from 'nodemailer'
import { sql, type Database, type Db, type Tx } from '#server/platform/db/db.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

export interface Letter {
  to: string
  subject: string
  /** Paragraphs of plain text. */
  paragraphs: readonly string[]
  /** The one thing to do. */
  action?: { label: string; url: string }
}

export interface Mail {
  write(tx: Tx, letter: Letter): Promise<void>
  readonly isDelivered: boolean
}

export interface KeptLetter {
  id: string
  recipient: string
  subject: string
  text: string
  state: 'waiting' | 'sent' | 'kept' | 'failed'
  createdAt: Date
}

export function createMail(db: Database, jobs: Jobs, { smtpUrl, from }: { smtpUrl: string | undefined; from: string }): Mail {
  const transport = smtpUrl ? createTransport(smtpUrl, { from }) : undefined

  jobs.handle<{ letterId: string }>('mail.deliver', async ({ letterId }) => {
    const letter = await db.maybe<{ recipient: string; subject: string; text: string; html: string }>(sql`
      select recipient, subject, body_text as text, body_html as html from mail.letters where id = ${letterId} and state in ('waiting', 'failed')`)
    if (!letter || !transport) return
    try {
      await transport.sendMail({ to: letter.recipient, subject: letter.subject, text: letter.text, html: letter.html })
      await db.transaction((tx) => tx.run(sql`update mail.letters set state = 'sent', sent_at = ${tx.now} where id = ${letterId}`))
    } catch (error) {
      await db.transaction((tx) => tx.run(sql`update mail.letters set state = 'failed' where id = ${letterId}`))
      throw error
    }
  })

  return {
    isDelivered: transport !== undefined,
    async write(tx, letter) {
      const { id } = await tx.one<{ id: string }>(sql`
        insert into mail.letters (recipient, subject, body_text, body_html, state, created_at)
        values (${letter.to}, ${letter.subject}, ${asText(letter)}, ${asHtml(letter)}, ${transport ? 'waiting' : 'kept'}, ${tx.now})
        returning id`)
      if (transport) await jobs.add(tx, 'mail.deliver', { letterId: id })
    },
  }
}

/** The outbox page: newest first, with an optional recipient. */
export function letters(db: Db, { recipient, limit }: { recipient?: string; limit: number }): Promise<KeptLetter[]> {
  return db.many<KeptLetter>(sql`
    select id, recipient, subject, body_text as text, state, created_at as "createdAt" from mail.letters
    where (${recipient ?? null}::text is null or recipient = ${recipient ?? null}) order by created_at desc, id desc limit ${limit}`)
}

function asText({ paragraphs, action }: Letter): string {
  return [...paragraphs, ...(action ? [`${action.label}\n${action.url}`] : [])].join('\n\n')
}

function asHtml({ paragraphs, action }: Letter): string {
  const button = action
    ? `<p style="margin:24px 0"><a href="${escaped(action.url)}" style="background:#42b1e8;color:#06202e;padding:14px 24px;border-radius:999px;font-weight:600;text-decoration:none;display:inline-block">${escaped(action.label)}</a></p>`
    : ''
  const body = paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escaped(paragraph)}</p>`).join('')
  return `<!doctype html><meta charset="utf-8"><div style="font:16px/1.7 -apple-system,'PingFang TC','Microsoft JhengHei',sans-serif;color:#0e1722;max-width:520px;margin:0 auto;padding:32px 20px">${body}${button}</div>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
