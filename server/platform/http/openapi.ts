// The contract as OpenAPI 3.1: success and refusal shapes of every row.
import Type from 'typebox'
import { asksForCaptcha, type Endpoint, type Endpoints, isOpenWhileActing } from '#contract/endpoint.ts'
import { refusals, type RefusalCode } from '#contract/refusals.ts'
import { mostKeyCharacters } from '#server/platform/http/idempotency.ts'
import { say } from '#server/platform/words/words.ts'

const RefusalBody = Type.Object({
  statusCode: Type.Integer(),
  code: Type.String(),
  error: Type.String(),
  message: Type.String({ description: 'a sentence in the language of Content-Language' }),
  errors: Type.Optional(Type.Array(Type.Object({ field: Type.String(), code: Type.String(), message: Type.String() }))),
})

/** Every refusal that a row can give: its own, and those of its audience, input, rate and kind. */
export function refusalsOf(row: Endpoint): RefusalCode[] {
  const codes = new Set<RefusalCode>(row.refuses)
  if (row.for !== 'anyone') codes.add('sign_in_required')
  if (row.for === 'creator' || row.for === 'staff') codes.add('not_allowed')
  if (row.for === 'staff') codes.add('two_factor_needed')
  // Nobody acts for staff.
  if (row.for !== 'staff' && !isOpenWhileActing(row)) codes.add('not_while_acting')
  // What was not asked for is refused too: a query, a body, a word too many.
  codes.add('invalid')
  if (row.body && !row.raw) codes.add('malformed_json')
  if (row.method !== 'GET') codes.add('wrong_origin').add('maintenance')
  if (row.inClosedCountry !== true && row.for !== 'staff') codes.add('country_closed')
  if ((row.inClosedCountry !== true || row.isExplicit) && row.for !== 'staff') codes.add('age_not_assured')
  if (row.uploads) codes.add('too_large')
  if (row.idempotent) codes.add('idempotency_key_reused')
  if (asksForCaptcha(row)) {
    codes.add('captcha_required').add('captcha_failed')
    if (!row.evenUnverified) codes.add('captcha_unavailable')
  }
  codes.add('too_many_requests').add('unavailable')
  if (row.method !== 'GET') codes.add('no_room')
  return [...codes].toSorted()
}

export function openApi(contract: Readonly<Record<string, Endpoints>>, siteName: string): object {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [slice, table] of Object.entries(contract)) {
    for (const [name, row] of Object.entries(table)) {
      const path = `/api${row.path.replace(/:(\w+)/g, '{$1}')}`
      const operations = (paths[path] ??= {})
      operations[row.method.toLowerCase()] = operation(`${slice}.${name}`, slice, row)
      if (row.alsoBy) operations[row.alsoBy.toLowerCase()] = operation(`${slice}.${name}.${row.alsoBy.toLowerCase()}`, slice, row)
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${siteName} API`, version: '1', description: 'Every call answers `{"data": …}` or a refusal.' },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Refusal: RefusalBody },
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The bare token that sign-in answers' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'token' },
      },
    },
  }
}

function operation(operationId: string, slice: string, row: Endpoint) {
  return {
    operationId,
    tags: [slice],
    summary: row.summary,
    ...(row.for !== 'anyone' && { description: `For: ${row.for}`, security: [{ token: [] }, { cookie: [] }] }),
    parameters: [
      ...parameters('path', row.params),
      ...parameters('query', row.query),
      ...(row.idempotent
        ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: mostKeyCharacters } }]
        : []),
      { name: 'Content-Language', in: 'header', required: false, schema: { type: 'string', examples: ['zh-TW', 'en-US'] } },
    ],
    ...requestBody(row),
    responses: { 200: { description: 'Done', content: json(Type.Object({ data: row.reply })) }, ...refusalResponses(row) },
  }
}

function parameters(where: 'path' | 'query', schema: Endpoint['params']) {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: where,
    // What has a default may be left out.
    required: where === 'path' || (((schema?.required as string[] | undefined) ?? []).includes(name) && !('default' in property)),
    schema: property,
  }))
}

function requestBody(row: Endpoint) {
  if (row.uploads) {
    const files = Object.fromEntries(Object.keys(row.uploads).map((field) => [field, { type: 'string', format: 'binary' }]))
    const fields = (row.body as { properties?: object } | undefined)?.properties ?? {}
    const form = { 'multipart/form-data': { schema: { type: 'object', properties: { ...fields, ...files } } } }
    return { requestBody: { content: { ...form, ...(row.body && json(row.body)) } } }
  }
  return row.body ? { requestBody: { required: true, content: json(row.body) } } : {}
}

function refusalResponses(row: Endpoint) {
  const byStatus = Map.groupBy(refusalsOf(row), (code) => refusals[code])
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\` ${say('en-US', `refusals.${code}`)}`).join('\n\n'),
        content: json({ allOf: [{ $ref: '#/components/schemas/Refusal' }, { properties: { code: { enum: codes } } }] }),
      },
    ]),
  )
}

function json(schema: object) {
  return { 'application/json': { schema } }
}
