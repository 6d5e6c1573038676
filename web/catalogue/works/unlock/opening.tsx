// The way into a locked work, whatever its kind: the one act that opens it, and the sheet or the step that the act leads to.
import { type ReactNode, Suspense, useState } from 'react'
import { useAct } from '#web/app/act.ts'
import { useApi, useMe } from '#web/app/session.tsx'
import { type Lock, lockOf } from '#web/catalogue/works/lock.ts'
import { Act } from '#web/catalogue/works/unlock/Act.tsx'
import type { SaleWords } from '#web/catalogue/works/unlock/UnlockSheet.tsx'
import type { Unlockable, Way } from '#web/catalogue/works/unlock/purchase.ts'
import { useFollow } from '#web/people/follows/follow.ts'
import { useKept } from '#web/people/follows/members.ts'
import { useWhenIdle } from '#web/ui/idle.ts'
import { lazy } from '#web/ui/network.ts'

// Bought by few of those who look: fetched once the page is there, or when someone comes near the button before that.
const unlocking = () => import('#web/catalogue/works/unlock/UnlockSheet.tsx')
const subscribing = () => import('#web/money/subscriptions/SubscribeSheet.tsx')
const UnlockSheet = lazy(() => unlocking().then((file) => ({ default: file.UnlockSheet })))
const SubscribeSheet = lazy(() => subscribing().then((file) => ({ default: file.SubscribeSheet })))

export interface Opening {
  lock: Lock
  /** The one act, to stand over what is locked. */
  action: ReactNode
  /** To be put somewhere on the page. */
  sheets: ReactNode
}

interface Asked<Work extends Unlockable> {
  way: Way<Work>
  /** What one gets: 「12張照片」. */
  what: string
  /** `?unlock=1`: back from the payment page. */
  resume: boolean
  onOpened: (work: Work) => void
  /** How it is said where it is no unlocking for good. */
  words?: SaleWords | undefined
}

export function useOpening<Work extends Unlockable>(work: Work, { way, what, resume, onOpened, words }: Asked<Work>): Opening {
  const api = useApi()
  const me = useMe()
  const { follow } = useFollow()
  const lock = lockOf(work, me)
  const isResumed = resume && lock === 'unlock' && me !== null
  const [sheet, setSheet] = useState({ wanted: isResumed, open: isResumed })
  const again = () => way.again(api).then(onOpened, () => {})
  const following = useAct(async () => {
    if (await follow(work.performer, true)) await again()
  })
  const press = () => (lock === 'follow' ? void following.act() : setSheet({ wanted: true, open: true }))
  const reopen = () => setSheet({ wanted: true, open: true })
  useKept(`unlock:${work._id}`, reopen)
  useKept(`subscribe:${work._id}`, reopen)
  const fetchSheet = lock === 'unlock' ? unlocking : lock === 'subscribe' ? subscribing : undefined
  useWhenIdle(fetchSheet)
  const near = () => void fetchSheet?.()
  const onOpenChange = (open: boolean) => setSheet({ wanted: true, open })
  return {
    lock,
    action: <Act work={work} lock={lock} words={words} busy={following.busy} onPress={press} onNear={near} />,
    sheets: sheet.wanted && (
      <Suspense fallback={null}>
        {work.isSale === 'ppv' ? (
          <UnlockSheet
            work={work}
            // lazy() forgets the type parameter; it is this work's own way and no other.
            way={way as unknown as Way<Unlockable>}
            what={what}
            words={words}
            name={work.title}
            open={sheet.open && lock === 'unlock'}
            onOpenChange={onOpenChange}
            onUnlocked={(opened) => onOpened(opened as Work)}
            resume={resume}
          />
        ) : (
          <SubscribeSheet
            performer={work.performer}
            open={sheet.open}
            onOpenChange={onOpenChange}
            place={work._id}
            onSubscribed={() => void again()}
          />
        )}
      </Suspense>
    ),
  }
}
