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

/** A form's fields, by name: spread onto the pieces of web/ui as they are. For a component that draws some of them. */
export type Fields<Values extends FieldValues> = ReturnType<typeof useFields<Values>>

/** A form and its fields. A field is judged when it was left, or first when the form is sent; which of them takes the focus is useFormAct's. */
export function useFields<Values extends FieldValues>(defaultValues: Values, mode: 'onTouched' | 'onSubmit' = 'onTouched') {
  // The form keeps its state beside React's, so nothing of it may be remembered from one drawing to the next.
  'use no memo'
  const form = useForm<Values>({
    mode,
    shouldFocusError: false,
    defaultValues: defaultValues as DefaultValues<Values>,
  })
  const values = form.watch()
  /** One to write in. */
  const typed = <Name extends FieldPathByValue<Values, string>>(name: Name, rules?: Rules<Values, Name>) => ({
    // oxlint-disable-next-line react/incompatible-library -- the compiler leaves this hook alone, as it was told above
    value: form.watch(name),
    error: form.getFieldState(name, form.formState).error?.message,
    ...form.register(name, rules),
  })
  /** One to choose in. Fields are held against what is chosen elsewhere, so whatever was judged is judged anew. */
  const chosen = <Name extends FieldPath<Values>>(name: Name, rules?: Rules<Values, Name>) => {
    form.register(name, rules)
    return {
      value: form.watch(name),
      error: form.getFieldState(name, form.formState).error?.message,
      onChange: (value: PathValue<Values, Name>) => {
        form.setValue(name, value, { shouldDirty: true })
        if (form.formState.isSubmitted) void form.trigger()
      },
    }
  }
  /** One to say yes to. */
  const ticked = <Name extends FieldPathByValue<Values, boolean>>(name: Name, rules?: Rules<Values, Name>) => {
    const { value: checked, ...rest } = chosen(name, rules)
    return { checked, ...rest }
  }
  return { form, values, typed, chosen, ticked }
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
