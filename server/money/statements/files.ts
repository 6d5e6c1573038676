// A statement as a file to keep: what a bookkeeper reads (PDF), what a spreadsheet opens (CSV), and what proves it (JSON). No rows, because
// they answer bytes; admitted by the same rules.
import type { FastifyInstance } from 'fastify'
import type { Statement } from '#contract/money/statements.ts'
import { csv } from '#server/platform/csv/csv.ts'
import { comeIn, type Surroundings } from '#server/platform/http/serve.ts'
import { idOf } from '#server/platform/http/viewer.ts'
import { headed, noted, paper, summed, tabled } from '#server/platform/pdf/pdf.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { languageOf, say, type Language } from '#server/platform/words/words.ts'
import { current } from '#server/site/settings/settings.ts'
import { whole } from '#server/money/statements/making.ts'

const month = /^20\d\d-(0[1-9]|1[0-2])$/

export function serveFiles(app: FastifyInstance, around: Surroundings): void {
  const rateLimit = { max: Math.ceil(20 * around.rateLimitFactor), timeWindow: 60_000 }
  for (const [kind, write] of Object.entries(kinds)) {
    app.get<{ Params: { month: string }; Querystring: { locale?: string } }>(
      `/api/performer/earning/statements/:month/file.${kind}`,
      { config: { rateLimit }, onRequest: (request) => comeIn(around, request, 'creator') },
      async (request, reply) => {
        if (!month.test(request.params.month)) refuse('not_found')
        const { db } = around
        const statement = await whole(db, idOf(request.viewer) ?? refuse('sign_in_required'), request.params.month)
        const { siteName } = await current(db)
        const { locale } = request.query
        const language = languageOf(typeof locale === 'string' ? locale : request.headers['content-language'])
        const file = await write(statement, { language, siteName })
        return reply
          .type(file.type)
          .header('cache-control', 'private, no-store')
          .header('content-disposition', `attachment; filename="${statement.performer.username}-${statement.month}.${kind}"`)
          .send(file.bytes)
      },
    )
  }
}

interface Around {
  language: Language
  siteName: string
}

interface Written {
  type: string
  bytes: string | Buffer
}

const kinds: Readonly<Record<string, (statement: Statement, around: Around) => Written | Promise<Written>>> = {
  json: (statement) => ({ type: 'application/json; charset=utf-8', bytes: `${JSON.stringify(statement, null, 1)}\n` }),
  csv: (statement, around) => ({ type: 'text/csv; charset=utf-8', bytes: asCsv(statement, around) }),
  pdf: async (statement, around) => ({ type: 'application/pdf', bytes: await asPdf(statement, around) }),
}

const columns = ['when', 'kind', 'title', 'buyer', 'gross', 'percent', 'commission', 'net', 'id'] as const

function asCsv({ lines, totals }: Statement, { language }: Around): string {
  const told = (key: string) => say(language, `statementPaper.${key}`)
  return csv([
    columns.map((column) => told(`column.${column}`)),
    ...lines.map((line) => [
      momentOf(line.createdAt),
      kindOf(line, language),
      line.title,
      line.buyer?.username ?? '',
      line.grossPrice,
      line.siteCommission,
      line.commission,
      line.netPrice,
      line._id,
    ]),
    [told('total'), '', '', '', totals.grossPrice, '', totals.commission, totals.netPrice, ''],
  ])
}

/** 2026-10-31 23:59, UTC, as the ledger counts. */
const momentOf = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 16)}`

function kindOf({ sourceType, netPrice }: Statement['lines'][number], language: Language): string {
  const kind = say(language, `earningsPage.kind.${sourceType}`)
  return netPrice < 0 ? say(language, 'earningsPage.takenBack', { type: kind }) : kind
}

/** A longer list is a spreadsheet's: the paper says so. */
const mostOnPaper = 2000

function asPdf({ month: of, performer, totals, lines, total, days }: Statement, { language, siteName }: Around): Promise<Buffer> {
  const told = (key: string, facts: Record<string, unknown> = {}) => say(language, `statementPaper.${key}`, { siteName, ...facts })
  const number = (value: number) => new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(value)
  const newest = days.at(-1)
  const about = { title: told('title', { month: of }), author: siteName, language, at: new Date(lines.at(-1)?.createdAt ?? 0) }
  return paper(about, (page) => {
    headed(page, about.title, [`${siteName} · ${performer.name} (@${performer.username})`, told('count', { count: total }), told('utc')])
    tabled(
      page,
      [
        { title: told('column.when'), wide: 3 },
        { title: told('column.kind'), wide: 2.4 },
        { title: told('column.title'), wide: 5 },
        { title: told('column.buyer'), wide: 2.8 },
        { title: told('column.gross'), wide: 2, align: 'right' },
        { title: told('column.commission'), wide: 2, align: 'right' },
        { title: told('column.net'), wide: 2, align: 'right' },
      ],
      lines
        .slice(0, mostOnPaper)
        .map((line) => [
          momentOf(line.createdAt),
          kindOf(line, language),
          line.title,
          line.buyer ? `@${line.buyer.username}` : told('anonymous'),
          number(line.grossPrice),
          number(line.commission),
          number(line.netPrice),
        ]),
    )
    summed(page, [
      [told('column.gross'), number(totals.grossPrice)],
      [told('column.commission'), number(totals.commission)],
      [told('column.net'), `${number(totals.netPrice)} ${told('tokens')}`],
    ])
    if (lines.length > mostOnPaper) noted(page, told('cut', { count: mostOnPaper }))
    noted(page, told('proof', { day: newest?.day, digest: newest?.digest }))
  })
}
