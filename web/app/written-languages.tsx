import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type Locale, localeNames, locales } from '#contract/locales.ts'
import { useTranslation } from '#web/app/say.ts'
import { useSettings } from '#web/app/session.tsx'
import { Button } from '#web/ui/Button.tsx'

/**
 * The languages that a form of the office shows: the site's own first, those that something is written in, and those that were added; and the
 * buttons that add the others that the site offers.
 */
export function useWrittenLanguages(isWritten: (locale: Locale) => boolean): { shown: readonly Locale[]; more: React.ReactNode } {
  const { t } = useTranslation()
  const { defaultLocale, supportedLocales } = useSettings()
  const [shown, setShown] = useState<readonly Locale[]>(() => [
    defaultLocale,
    ...locales.filter((locale) => locale !== defaultLocale && isWritten(locale)),
  ])
  const others = supportedLocales.filter((locale) => !shown.includes(locale))
  const more = others.length > 0 && (
    <div role="group" aria-label={t('office.addLanguage')} className="flex flex-wrap items-center gap-2">
      <span className="text-14 text-muted">{t('office.addLanguage')}</span>
      {others.map((locale) => (
        <Button key={locale} size="sm" rank="second" icon={<Plus className="size-4" />} onClick={() => setShown([...shown, locale])}>
          <span lang={locale}>{localeNames[locale]}</span>
        </Button>
      ))}
    </div>
  )
  return { shown, more }
}
