import { type FieldValues, useController, type UseControllerProps } from 'react-hook-form'
import { useCountryOptions } from '#web/people/accounts/countries.ts'
import { Select } from '#web/ui/Select.tsx'

type CountryFieldProps<Form extends FieldValues> = UseControllerProps<Form> & {
  label: string
  placeholder?: string
  required?: boolean
}

/** A form's country, chosen by its name in the reader's language. */
export function CountryField<Form extends FieldValues>({ label, placeholder, required = false, ...its }: CountryFieldProps<Form>) {
  const countries = useCountryOptions()
  const { field, fieldState } = useController(its)
  return (
    <Select
      label={label}
      placeholder={placeholder}
      options={countries}
      value={field.value || undefined}
      onChange={field.onChange}
      required={required}
      error={fieldState.error?.message}
    />
  )
}
