// The expected "no". Anything else that is thrown is a bug and answers 500.
import { refusals, type RefusalCode } from '#contract/refusals.ts'

/** One field's part of a refusal. `message` is added in the reader's language when it is sent. */
export interface FieldError {
  field: string
  code: string
  limit?: string | number
}

export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode
  /** Facts for the sentence and for the client, such as `{required, balance}`. Never a secret. */
  readonly details: Readonly<Record<string, unknown>>
  readonly fields: readonly FieldError[]

  constructor(code: RefusalCode, details: Readonly<Record<string, unknown>> = {}, fields: readonly FieldError[] = []) {
    super(code)
    this.code = code
    this.details = details
    this.fields = fields
  }

  get status(): number {
    return refusals[this.code]
  }
}

/** Says no to a person. `details` fill the sentence and travel beside it. */
export function refuse(code: RefusalCode, details?: Readonly<Record<string, unknown>>): never {
  throw new Refusal(code, details)
}

/** Says no because of one field, which the client marks. */
export function refuseField(field: string, code: RefusalCode, details?: Readonly<Record<string, unknown>>): never {
  throw new Refusal(code, details, [{ field, code }])
}

/** Where nobody is there to be told no: what was refused is left undone. The work must refuse before it writes. */
export async function unlessRefused(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
}
