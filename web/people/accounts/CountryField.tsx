import { type FieldValues, useController, type UseControllerProps } from 'react-hook-form'
import { useCountryOptions } from '#web/people/accounts/countries.ts'
import { Pick } from '#web/ui/Pick.tsx'

type CountryFieldProps<Form extends FieldValues> = UseControllerProps<Form> & {
  label: string
  placeholder?: string
  /** When no country is called so. */
  nothing: string
  required?: boolean
}

/** A form's country, found by its name in the reader's language. */
export function CountryField<Form extends FieldValues>({ label, placeholder, nothing, required = false, ...its }: CountryFieldProps<Form>) {
  const countries = useCountryOptions()
  const { field, fieldState } = useController(its)
  return (
    <Pick
      label={label}
      placeholder={placeholder}
      options={countries}
      nothing={nothing}
      value={field.value || undefined}
      onChange={field.onChange}
      required={required}
      error={fieldState.error?.message}
    />
  )
}
