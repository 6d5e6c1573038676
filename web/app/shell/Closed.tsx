import { Suspense } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { WordsAlone } from '#web/app/shell/WordsAlone.tsx'
import { lazyOr } from '#web/ui/network.ts'

type ClosedProps = { why: 'country' | 'maintenance' | 'age' }

const ClosedDoor = lazyOr(() => import('#web/app/shell/ClosedDoor.tsx').then((file) => file.ClosedDoor), InWords)

/** A closed country, maintenance, and an age that must be checked: few ever see them, so their screens are fetched when they are wanted. */
export function Closed(props: ClosedProps) {
  return (
    <Suspense fallback={null}>
      <ClosedDoor {...props} />
    </Suspense>
  )
}

function InWords({ why }: ClosedProps) {
  const { t } = useTranslation()
  return why === 'maintenance' ? (
    <WordsAlone title={t('shell.maintenance.title')} lead={t('shell.maintenance.lead')} />
  ) : (
    <WordsAlone title={t('shell.geo.title')} lead={t('shell.geo.lead')} />
  )
}
