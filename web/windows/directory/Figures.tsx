import { useTranslation } from '#web/app/say.ts'
import { writeCount } from '#web/ui/numbers.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** How much somebody shows, and to how many, in one line. A counter of zero is not written. */
export function Figures({ of: { totalFeeds, totalFollowers } }: { of: { totalFeeds: number; totalFollowers: number } }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const figures = [
    totalFeeds > 0 && t('profile.figures.posts', { count: totalFeeds, shown: writeCount(totalFeeds, locale) }),
    totalFollowers > 0 && t('profile.figures.followers', { count: totalFollowers, shown: writeCount(totalFollowers, locale) }),
  ]
  return figures.filter(Boolean).join(' · ')
}
