import { localeNames } from '#contract/locales.ts'
import { useTranslation } from '#web/app/say.ts'
import { Link, useLocation } from 'react-router'
import { cacheLocale, pathIn } from '#web/app/locale.ts'
import { askAgain } from '#web/app/counting.ts'
import { useBoot, useSettings } from '#web/app/session.tsx'

/** The quiet links at a page's end: the site's papers, and the other language. */
export function Footing({ note = false }: { note?: boolean }) {
  const { t } = useTranslation()
  const { siteName, menus, footerContent } = useSettings()
  const { pages } = useBoot()
  return (
    <>
      {[...menus, ...pages.links.filter(({ place }) => place === 'footer')].map((item) => (
        <SiteLink key={item.title + item.path} {...item} />
      ))}
      {pages.hasBlog && <SiteLink title={t('shell.blog')} path="/blog" />}
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
      <Link to="/report" className="hover:underline">
        {t('shell.report')}
      </Link>
      <OtherLanguages />
      <CountingChoice />
      {/* The office's own text, cleaned when it was saved (server/site/settings/sanitiser.ts). */}
      {footerContent && <div className="w-full [&_a]:underline" dangerouslySetInnerHTML={{ __html: footerContent }} />}
      {note && <p className="w-full">{t('shell.adultsOnly', { site: siteName })}</p>}
    </>
  )
}

type SiteLinkProps = { title: string; path: string; isNewTab?: boolean }

/** A link that the office set up: within the site, to a page that it wrote, or to elsewhere. */
function SiteLink({ title, path, isNewTab }: SiteLinkProps) {
  const aside = isNewTab ? { target: '_blank', rel: 'noopener' } : {}
  return path.startsWith('/') ? (
    <Link to={path} className="hover:underline" {...aside}>
      {title}
    </Link>
  ) : (
    <a href={path} className="hover:underline" {...aside}>
      {title}
    </a>
  )
}

/** Where the site counts visits: the question again, whatever was answered. */
export function CountingChoice() {
  const { t } = useTranslation()
  const { analytics } = useBoot()
  if (analytics === 'none') return null
  return (
    <button type="button" className="text-start underline-offset-4 hover:underline" onClick={askAgain}>
      {t('shell.counting.choice')}
    </button>
  )
}

/** Whole new pages: their words come with them. The choice is kept in all three caches. */
export function OtherLanguages() {
  const { locale } = useBoot()
  const { defaultLocale, supportedLocales } = useSettings()
  const { pathname, search } = useLocation()
  return supportedLocales
    .filter((each) => each !== locale)
    .map((each) => (
      <a
        key={each}
        href={pathIn(each, defaultLocale, pathname) + search}
        hrefLang={each}
        lang={each}
        className="hover:underline"
        onClick={() => cacheLocale(each)}
      >
        {localeNames[each]}
      </a>
    ))
}
