import { useTranslation } from '#web/app/say.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import type { HomeFilter } from '#web/windows/timeline/queries.ts'

/** No post in this scope, or of this kind. */
export default function EmptyHome({ scope }: { scope: HomeFilter['scope'] }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      scene={scope === 'discover' ? 'lamp' : 'seats'}
      title={t(scope === 'discover' ? 'scenes.lamp' : 'scenes.seats')}
      action={
        <Button to="/explore" rank="second" size="sm">
          {t('home.explore')}
        </Button>
      }
    >
      {t(`home.empty.${scope}`)}
    </EmptyState>
  )
}
