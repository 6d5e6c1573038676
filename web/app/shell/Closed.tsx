import { Suspense } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { bringWords } from '#web/app/words.ts'
import { WordsAlone } from '#web/app/shell/WordsAlone.tsx'
import { lazyOr } from '#web/ui/network.ts'

type ClosedProps = { why: 'country' | 'maintenance' | 'age' }

const ClosedDoor = lazyOr(() => import('#web/app/shell/ClosedDoor.tsx').then((file) => file.ClosedDoor), InWords)

/** A closed country, maintenance, and an age that must be checked: few ever see them, so their screens are fetched when they are wanted. */
export function Closed(props: ClosedProps) {
  return <Suspense fallback={null}>{props.why === 'age' ? <AgeDoor {...props} /> : <ClosedDoor why={props.why} />}</Suspense>
}

const AgeDoor = lazyOr(async () => {
  const [file] = await Promise.all([import('#web/app/shell/AgeDoor.tsx'), bringWords('door')])
  return file.AgeDoor
}, InWords)

function InWords({ why }: ClosedProps) {
  const { t } = useTranslation()
  if (why === 'age') return <WordsAlone title={t('shell.ageUnknown.title')} lead={t('shell.ageUnknown.lead')} />
  return why === 'country' ? (
    <WordsAlone title={t('shell.geo.title')} lead={t('shell.geo.lead')} />
  ) : (
    <WordsAlone title={t('shell.maintenance.title')} lead={t('shell.maintenance.lead')} />
  )
}
