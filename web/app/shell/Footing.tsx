import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { cacheLocale, pathIn } from '#web/app/locale.ts'
import { useBoot, useSettings } from '#web/app/session.tsx'

/** The quiet links at a page's end: the site's papers, and the other language. */
export function Footing({ note = false }: { note?: boolean }) {
  const { t } = useTranslation()
  const { siteName } = useSettings()
  return (
    <>
      <Link to="/terms" className="hover:underline">
        {t('shell.terms')}
      </Link>
      <Link to="/privacy" className="hover:underline">
        {t('shell.privacy')}
      </Link>
      <Link to="/ledger" className="hover:underline">
        {t('shell.ledger')}
      </Link>
      <Link to="/contact" className="hover:underline">
        {t('shell.contact')}
      </Link>
      <OtherLanguage />
      {note && <p className="w-full">{t('shell.adultsOnly', { site: siteName })}</p>}
    </>
  )
}

/** A whole new page: its words come with it. The choice is kept in all three caches. */
export function OtherLanguage() {
  const { t } = useTranslation()
  const { locale } = useBoot()
  const { defaultLocale } = useSettings()
  const { pathname, search } = useLocation()
  const other = locale === 'zh-TW' ? 'en-US' : 'zh-TW'
  const path = pathIn(other, defaultLocale === 'en-US' ? 'en-US' : 'zh-TW', pathname)
  return (
    <a href={path + search} hrefLang={other} lang={other} className="hover:underline" onClick={() => cacheLocale(other)}>
      {t('shell.otherLanguage')}
    </a>
  )
}
