import { useTranslation } from '#web/app/say.ts'
import { Link } from 'react-router'
import { Checkbox } from '#web/ui/Checkbox.tsx'

const paper = 'text-link underline underline-offset-4'

/** Of age and agreed. The papers open beside the form, so that nothing typed is lost. */
export function AgreeToTerms({
  checked,
  onChange,
  error,
}: {
  checked: boolean
  onChange: (checked: boolean) => void
  error?: string | undefined
}) {
  const { t } = useTranslation()
  return (
    <Checkbox
      checked={checked}
      onChange={onChange}
      error={error}
      label={
        <>
          {t('auth.terms.agree')}
          <Link to="/terms" target="_blank" className={paper}>
            {t('shell.terms')}
          </Link>
          {t('auth.terms.and')}
          <Link to="/privacy" target="_blank" className={paper}>
            {t('auth.terms.privacy')}
          </Link>
          {t('auth.terms.end')}
        </>
      }
    />
  )
}
