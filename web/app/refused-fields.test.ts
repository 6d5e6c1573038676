import type { UseFormReturn } from 'react-hook-form'
import { expect, test } from 'vitest'
import { Refused } from '#contract/client.ts'
import { tellFields } from '#web/app/refused-fields.ts'

interface Form {
  username: string
  email: string
}

function told(no: Refused) {
  const at: Record<string, string | undefined> = {}
  const values: Readonly<Record<string, string>> = { username: 'mei', email: '' }
  const left = tellFields<Form>(no, {
    getValues: ((field: string) => values[field]) as UseFormReturn<Form>['getValues'],
    setError(field, { message }) {
      at[String(field)] = message
    },
  })
  return { at, left }
}

test('what the server says about a field stands at that field', () => {
  const error = new Refused(422, {
    code: 'invalid',
    message: 'no',
    errors: [{ field: 'email', code: 'format', message: 'not an address' }],
  })
  expect(told(error)).toEqual({ at: { email: 'not an address' }, left: undefined })
})

test('a taken username finds its field by its code', () => {
  expect(told(new Refused(409, { code: 'username_taken', message: 'taken' }))).toEqual({ at: { username: 'taken' }, left: undefined })
})

test('what is wrong with a part stands where the whole is chosen', () => {
  const error = new Refused(422, { code: 'invalid', message: 'no', errors: [{ field: 'email.of.0', code: 'x', message: 'not this one' }] })
  expect(told(error)).toEqual({ at: { email: 'not this one' }, left: undefined })
})

test('an error about a field that the form does not show is still told', () => {
  const error = new Refused(422, { code: 'invalid', message: 'no', errors: [{ field: 'timezone', code: 'x', message: 'unknown zone' }] })
  expect(told(error)).toEqual({ at: {}, left: 'unknown zone' })
})
