// What callers send, held against the contract. Bodies are strict (no field more, no type bent); queries, paths and
// multipart fields arrive as text and are read as the numbers and booleans that they spell.
import type { FastifySchemaValidationError } from 'fastify'
import { Ajv, type Options, type ValidateFunction } from 'ajv'
import ajvFormats from 'ajv-formats'
import type { TSchema } from 'typebox'
import { Refusal, type FieldError } from '#server/platform/refusals/refusal.ts'

const options: Options = { allErrors: true, useDefaults: true, removeAdditional: false, strict: false, multipleOfPrecision: 6 }
const strict = withFormats(new Ajv({ ...options, coerceTypes: false }))
const fromText = withFormats(new Ajv({ ...options, coerceTypes: 'array' }))

function withFormats(ajv: Ajv): Ajv {
  ajvFormats.default(ajv, ['uuid', 'email', 'date', 'date-time', 'uri'])
  return ajv
}

export type Check = (value: unknown) => void

/** A function that throws the refusal `invalid`, naming every wrong field, unless the value fits. Defaults are filled in. */
export function checker(schema: TSchema, from: 'json' | 'text'): Check {
  const validate: ValidateFunction = (from === 'json' ? strict : fromText).compile(schema)
  return (value) => {
    if (!validate(value)) throw invalid(validate.errors as FastifySchemaValidationError[])
  }
}

export function invalid(errors: readonly FastifySchemaValidationError[]): Refusal {
  const fields = new Map<string, FieldError>()
  for (const error of errors) {
    // A union fails once a branch; the branches' own errors say less than the union's.
    if (error.keyword === 'if') continue
    const field = fieldOf(error)
    if (!fields.has(field)) fields.set(field, { field, ...codeOf(error) })
  }
  return new Refusal('invalid', {}, [...fields.values()])
}

function fieldOf({ instancePath, params }: FastifySchemaValidationError): string {
  const inner = (params['missingProperty'] ?? params['additionalProperty'] ?? '') as string
  return [...instancePath.split('/').slice(1), ...(inner ? [inner] : [])].join('.') || 'body'
}

/** The schema's keyword as a code that contract/words/…/refusals.json has a sentence for, as `field.{code}`. */
function codeOf({ keyword, params }: FastifySchemaValidationError): { code: string; limit?: string | number } {
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
      return { code: params['format'] === 'email' ? 'not_an_email' : params['format'] === 'uuid' ? 'not_an_id' : 'not_a_date' }
    case 'enum':
    case 'const':
    case 'anyOf':
      return { code: 'not_an_option' }
    default:
      return { code: 'wrong_form' }
  }
}

/** PostgreSQL cannot store NUL, and a lone surrogate is no character: both are refused at the edge, wherever they hide. */
export function refuseUnstorable(value: unknown, path = ''): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) throw new Refusal('invalid', {}, [{ field: path || 'body', code: 'unreadable' }])
  } else if (typeof value === 'object' && value !== null && !Buffer.isBuffer(value)) {
    for (const [key, inner] of Object.entries(value)) {
      refuseUnstorable(key, path || key.replaceAll('\0', ''))
      refuseUnstorable(inner, path ? `${path}.${key}` : key)
    }
  }
}
