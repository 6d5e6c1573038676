// What callers send, held against the contract. Bodies are strict (no field more, no type bent); queries, paths and
// multipart fields arrive as text and are read as the numbers and booleans that they spell.
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import ajvFormats from 'ajv-formats'
import type { TSchema } from 'typebox'
import { formats } from '#server/platform/http/formats.ts'
import { Refusal, type FieldError } from '#server/platform/refusals/refusal.ts'

const options: Options = { useDefaults: true, removeAdditional: false, strict: false, multipleOfPrecision: 6 }
const strict = withFormats(new Ajv({ ...options, coerceTypes: false }))
const fromText = withFormats(new Ajv({ ...options, coerceTypes: 'array' }))

function withFormats(ajv: Ajv): Ajv {
  ajvFormats.default(ajv, ['email', 'uri'])
  for (const [name, validate] of Object.entries(formats)) ajv.addFormat(name, validate)
  return ajv
}

export type Check = (value: unknown) => void

const address = strict.compile<string>({ type: 'string', format: 'email', maxLength: 254 })
/** What the contract takes as an e-mail address, for those that come by another way. */
export const isEmail = (text: string): boolean => address(text)

/**
 * A function that throws the refusal `invalid`, naming every wrong field, unless the value fits. Defaults are filled in.
 * It stops at the first error, so that a list is measured before it is walked; only then it is asked which fields are wrong.
 * It is compiled when it is first needed: a fifth of a start went by with hundreds that nobody calls for hours (validation.test.ts compiles all).
 */
export function checker(schema: TSchema, from: 'json' | 'text'): Check {
  const ajv = from === 'json' ? strict : fromText
  let validate: ValidateFunction | undefined
  return (value) => {
    validate ??= ajv.compile(schema)
    if (!validate(value)) throw new Refusal('invalid', {}, wrongFields(ajv, schema, value))
    refuseUnstorable(value)
  }
}

interface Shape {
  properties?: Readonly<Record<string, TSchema>>
  required?: readonly string[]
  additionalProperties?: boolean
}

/** A typing mistake is told by its name; nobody reads a thousand of them. */
const mostUnknown = 5

/** What is wrong with each field of a value that does not fit: forms say it beside the field. */
function wrongFields(ajv: Ajv, schema: TSchema, value: unknown, path: readonly string[] = []): FieldError[] {
  const { properties, required = [], additionalProperties } = schema as Shape
  if (!properties || !isRecord(value)) return [firstError(ajv.compile(schema), value, path)]
  const named = (name: string) => [...path, name.slice(0, 100)].join('.')
  const missing = required.filter((name) => !Object.hasOwn(value, name))
  const unknown = additionalProperties === false ? Object.keys(value).filter((name) => !Object.hasOwn(properties, name)) : []
  const wrong = Object.entries(properties).filter(([name, inner]) => Object.hasOwn(value, name) && !ajv.compile(inner)(value[name]))
  const wrongs: FieldError[] = [
    ...missing.map((name) => ({ field: named(name), code: 'required' })),
    ...wrong.flatMap(([name, inner]) => wrongFields(ajv, inner, value[name], [...path, name])),
    ...unknown.slice(0, mostUnknown).map((name) => ({ field: named(name), code: 'unknown' })),
  ]
  return wrongs.length > 0 ? wrongs : [firstError(ajv.compile(schema), value, path)]
}

/** Of a union, what its first branch has against the value: that says more than that no branch took it. */
function firstError(validate: ValidateFunction, value: unknown, path: readonly string[]): FieldError {
  validate(value)
  const error = validate.errors?.[0]
  const within = error ? [...error.instancePath.split('/').slice(1), ...missingIn(error)] : []
  return {
    field: [...path, ...within.map((name) => name.slice(0, 100))].join('.') || 'body',
    ...(error ? codeOf(error) : { code: 'wrong_form' }),
  }
}

function missingIn({ params }: ErrorObject): string[] {
  const name: unknown = params['missingProperty'] ?? params['additionalProperty']
  return typeof name === 'string' ? [name] : []
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The schema's keyword as a code that contract/words/…/refusals.json has a sentence for, as `field.{code}`. */
function codeOf({ keyword, params }: ErrorObject): { code: string; limit?: string | number } {
  switch (keyword) {
    case 'required':
      return { code: 'required' }
    case 'additionalProperties':
      return { code: 'unknown' }
    case 'minLength':
      return params['limit'] === 1 ? { code: 'required' } : { code: 'too_short', limit: params['limit'] as number }
    case 'maxLength':
      return { code: 'too_long', limit: params['limit'] as number }
    case 'minimum':
    case 'exclusiveMinimum':
      return { code: 'too_small', limit: params['limit'] as number }
    case 'maximum':
    case 'exclusiveMaximum':
      return { code: 'too_large', limit: params['limit'] as number }
    case 'multipleOf':
      return { code: 'too_precise' }
    case 'minItems':
      return { code: 'too_few', limit: params['limit'] as number }
    case 'maxItems':
      return { code: 'too_many', limit: params['limit'] as number }
    case 'uniqueItems':
      return { code: 'repeated' }
    case 'format':
      return {
        code:
          params['format'] === 'email'
            ? 'not_an_email'
            : params['format'] === 'uuid'
              ? 'not_an_id'
              : params['format'] === 'time-zone'
                ? 'not_an_option'
                : params['format'] === 'uri'
                  ? 'wrong_form'
                  : 'not_a_date',
      }
    case 'enum':
    case 'const':
    case 'anyOf':
      return { code: 'not_an_option' }
    default:
      return { code: 'wrong_form' }
  }
}

/** Days from one to another, in the order of the calendar: a list of none would be read as if there were nothing. */
export function refuseReversed({ fromDate, toDate }: Readonly<Record<string, unknown>>): void {
  if (typeof fromDate !== 'string' || typeof toDate !== 'string' || fromDate <= toDate) return
  throw new Refusal('invalid', {}, [{ field: 'toDate', code: 'too_small', limit: fromDate }])
}

/** No row has a shape this deep; what anyone may nest without an end would be walked without one. */
const deepest = 20

/** PostgreSQL cannot store NUL, and a lone surrogate is no character: both are refused at the edge, wherever they hide. */
export function refuseUnstorable(value: unknown, path = '', depth = 0): void {
  const refuseIt = (code: string) => {
    throw new Refusal('invalid', {}, [{ field: path.slice(0, 100).replaceAll('\0', '') || 'body', code }])
  }
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) refuseIt('unreadable')
  } else if (typeof value === 'object' && value !== null && !Buffer.isBuffer(value)) {
    if (depth === deepest) refuseIt('wrong_form')
    for (const [key, inner] of Object.entries(value)) {
      refuseUnstorable(key, path || key, depth)
      refuseUnstorable(inner, path ? `${path}.${key}` : key, depth + 1)
    }
  }
}
