// Acts of a form: react-hook-form holds what is typed and what is wrong with it, and a no stands at the field that it is about.
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { Api } from '#contract/client.ts'
import { type After, type Once, useAct } from '#web/app/act.ts'
import { focusFirstError } from '#web/ui/first-error.ts'
import { tellFields } from '#web/app/refused-fields.ts'

/** `problem` is what of a no belongs to no field: for <FormRefusal>. */
export function useFormAct<Values extends FieldValues, Answer>(
  form: UseFormReturn<Values>,
  does: (api: Api, once: Once, values: Values) => Promise<Answer>,
  { refused, ...after }: Omit<After<[Values], NoInfer<Answer>>, 'noIn'> = {},
) {
  const { act, busy, problem } = useAct(does, {
    ...after,
    noIn: 'screen',
    refused: async (no, values) => (await refused?.(no, values)) ?? (no && said(tellFields(no, form))),
  })
  return { send: form.handleSubmit((values) => act(values), focusFirstError), busy, problem }
}

/** Nothing is left to say where every field has its own sentence; where a no has no words at all, the usual ones are said. */
function said(left: string | undefined): string | true | undefined {
  return left === undefined ? true : left || undefined
}
