// A statement as a file to keep: what a bookkeeper reads (PDF), what a spreadsheet opens (CSV), and what proves it (JSON). No rows, because
// they answer bytes; admitted by the same rules.
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Statement } from '#contract/money/statements.ts'
import { csv, csvRows } from '#server/platform/csv/csv.ts'
import { limitOf } from '#server/platform/http/rate.ts'
import { comeIn, type Surroundings } from '#server/platform/http/serve.ts'
import { idOf } from '#server/platform/http/viewer.ts'
import { headed, noted, paper, summed, tabled } from '#server/platform/pdf/pdf.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { languageOf, say, type Language } from '#server/platform/words/words.ts'
import { current } from '#server/site/settings/settings.ts'
import { whole, type Whole } from '#server/money/statements/making.ts'

const month = /^20\d\d-(0[1-9]|1[0-2])$/

export function serveFiles(app: FastifyInstance, around: Surroundings): void {
  for (const [kind, write] of Object.entries(kinds)) {
    const limit = limitOf(app, `statements.file.${kind}`, { max: 20, perSeconds: 60, by: 'caller' }, around.rateLimitFactor)
    app.get<{ Params: { month: string }; Querystring: { locale?: string } }>(
      `/api/performer/earning/statements/:month/file.${kind}`,
      { onRequest: (request) => comeIn(around, request, { for: 'creator', method: 'GET', inClosedCountry: true }, limit) },
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
  bytes: Readable | Buffer
}

const kinds: Readonly<Record<string, (statement: Whole, around: Around) => Written | Promise<Written>>> = {
  json: (statement) => ({ type: 'application/json; charset=utf-8', bytes: Readable.from(asJson(statement)) }),
  csv: (statement, around) => ({ type: 'text/csv; charset=utf-8', bytes: Readable.from(asCsv(statement, around)) }),
  pdf: async (statement, around) => ({ type: 'application/pdf', bytes: await asPdf(statement, around) }),
}

/** One object, whose lines come last. */
export async function* asJson({ pages, ...about }: Whole): AsyncGenerator<string> {
  yield `${JSON.stringify(about, null, 1).replace(/\n}$/, '')},\n "lines": [`
  let between = '\n'
  for await (const lines of pages) {
    yield between + lines.map((line) => JSON.stringify(line, null, 1)).join(',\n')
    between = ',\n'
  }
  yield '\n ]\n}\n'
}

const columns = ['when', 'kind', 'title', 'buyer', 'gross', 'percent', 'commission', 'net', 'id'] as const

async function* asCsv({ pages, totals }: Whole, { language }: Around): AsyncGenerator<string> {
  const told = (key: string) => say(language, `statementPaper.${key}`)
  yield csv([columns.map((column) => told(`column.${column}`))])
  for await (const lines of pages)
    yield csvRows(
      lines.map((line) => [
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
    )
  yield csvRows([[told('total'), '', '', '', totals.grossPrice, '', totals.commission, totals.netPrice, '']])
}

/** 2026-10-31 23:59, UTC, as the ledger counts. */
const momentOf = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 16)}`

function kindOf({ sourceType, netPrice }: Statement['lines'][number], language: Language): string {
  const kind = say(language, `earningsPage.kind.${sourceType}`)
  return netPrice < 0 ? say(language, 'earningsPage.takenBack', { type: kind }) : kind
}

/** A longer list is a spreadsheet's: the paper says so. */
const mostOnPaper = 2000

async function asPdf({ month: of, performer, totals, pages, total, days }: Whole, { language, siteName }: Around): Promise<Buffer> {
  const lines = await firstOf(pages, mostOnPaper)
  const told = (key: string, facts: Record<string, unknown> = {}) => say(language, `statementPaper.${key}`, { siteName, ...facts })
  const figures = new Intl.NumberFormat(language, { minimumFractionDigits: 2 })
  const number = (value: number) => figures.format(value)
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
      lines.map((line) => [
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
    if (total > lines.length) noted(page, told('cut', { count: mostOnPaper }))
    noted(page, told('proof', { day: newest?.day, digest: newest?.digest }))
  })
}

async function firstOf(pages: Whole['pages'], most: number): Promise<Statement['lines']> {
  const lines: Statement['lines'] = []
  for await (const page of pages) {
    lines.push(...page)
    if (lines.length >= most) break
  }
  return lines.slice(0, most)
}
