import { useTranslation } from '#web/app/say.ts'
import { TextField, type TextFieldProps } from '#web/ui/TextField.tsx'

/** The digits alone, as they are read or copied off a letter. */
export const digitsOf = (typed: string) => typed.replaceAll(/[\s-]/g, '')

export const isLetterCode = (typed: string) => /^\d{6}$/.test(digitsOf(typed))

/** The code that stands beside a letter's link. */
export function LetterCodeField(field: Omit<TextFieldProps, 'label'>) {
  const { t } = useTranslation()
  return (
    <TextField
      label={t('auth.letterCode')}
      hint={t('auth.letterCode.hint')}
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      maxLength={12}
      required
      {...field}
    />
  )
}
