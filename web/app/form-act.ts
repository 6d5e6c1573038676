// Acts of a form: react-hook-form holds what is typed and what is wrong with it, and a no stands at the field that it is about.
import {
  type DefaultValues,
  type FieldPath,
  type FieldPathByValue,
  type FieldValues,
  type PathValue,
  type RegisterOptions,
  useForm,
  type UseFormReturn,
} from 'react-hook-form'
import type { Api } from '#contract/client.ts'
import { type After, type Once, useAct } from '#web/app/act.ts'
import { focusFirstError } from '#web/ui/first-error.ts'
import { tellFields } from '#web/app/refused-fields.ts'

type Rules<Values extends FieldValues, Name extends FieldPath<Values>> = RegisterOptions<Values, Name>

/** A form and its fields by name. A field is judged when it was left; which of them takes the focus is useFormAct's. */
export function useFields<Values extends FieldValues>(defaultValues: Values) {
  // The form keeps its state beside React's, so nothing of it may be remembered from one drawing to the next.
  'use no memo'
  const form = useForm<Values>({
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: defaultValues as DefaultValues<Values>,
  })
  const errorAt = (name: FieldPath<Values>) => form.getFieldState(name, form.formState).error?.message
  const values = form.watch()
  return {
    form,
    /** As they stand now. */
    values,
    /** One to write in. */
    typed: <Name extends FieldPathByValue<Values, string>>(name: Name, rules?: Rules<Values, Name>) => ({
      // The server draws it before the form holds it.
      defaultValue: String(form.getValues(name)),
      error: errorAt(name),
      ...form.register(name, rules),
    }),
    /** One to choose in. Fields are held against what is chosen elsewhere, so whatever was judged is judged anew. */
    chosen: <Name extends FieldPath<Values>>(name: Name, rules?: Rules<Values, Name>) => {
      form.register(name, rules)
      return {
        value: form.watch(name),
        error: errorAt(name),
        onChange(value: PathValue<Values, Name>) {
          form.setValue(name, value, { shouldDirty: true })
          if (form.formState.isSubmitted) void form.trigger()
        },
      }
    },
  }
}

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
