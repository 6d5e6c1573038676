import { useTranslation } from '#web/app/say.ts'
import { useSettings } from '#web/app/session.tsx'
import { CountingChoice } from '#web/app/shell/Footing.tsx'
import { Article } from '#web/site/pages/Article.tsx'
import type { SitePage } from '#web/site/pages/queries.ts'

/** A paper that staff wrote themselves, with what belongs to one: the version that registration accepts, the choice to be counted. */
export function OwnPaper({ paper, page }: { paper: 'terms' | 'privacy'; page: SitePage }) {
  const { t } = useTranslation()
  const { termsVersion } = useSettings()
  return (
    <Article
      page={page}
      end={
        paper === 'terms' ? (
          <p className="border-t border-line pt-4 text-13 text-muted">{t('papers.versionOwn', { version: termsVersion })}</p>
        ) : (
          <p className="text-15 empty:hidden">
            <CountingChoice />
          </p>
        )
      }
    />
  )
}
