import { Sparkles } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { PrivateRequest } from '#contract/stage/metering.ts'
import { usePush } from '#web/app/pushes.ts'
import { useQuery } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { useMe } from '#web/app/session.tsx'
import { useKept } from '#web/people/follows/members.ts'
import { useKnock } from '#web/people/accounts/door/Door.tsx'
import type { Wish } from '#web/people/accounts/door/wish.ts'
import type { Asked } from '#web/stage/live/AskPrivateSheet.tsx'
import { useMinutes } from '#web/stage/live/countdown.ts'
import { pricesOf, waiting } from '#web/stage/live/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazy } from '#web/ui/network.ts'
import { useToast } from '#web/ui/Toast.tsx'

const AskPrivateSheet = lazy(() => import('#web/stage/live/AskPrivateSheet.tsx').then((file) => ({ default: file.AskPrivateSheet })))

/** The way to a show for two, where this performer takes requests for one; while one waits, how long it still does. @param isShort a phone's row has its picture alone */
export function AskPrivate({ performer, isShort = false }: { performer: Asked; isShort?: boolean }) {
  const { t } = useTranslation()
  const me = useMe()
  const knock = useKnock()
  const navigate = useNavigate()
  const toast = useToast()
  const [search] = useSearchParams()
  // Back from topping up it opens by itself.
  const [sheet, setSheet] = useState<boolean | undefined>(search.has('private') || undefined)
  const isBuyer = !me?.isPerformer && !me?.roles.includes('staff')
  const { data: prices } = useQuery(isBuyer ? pricesOf(performer._id) : null)
  const { data: requests } = useQuery(me && isBuyer ? waiting : null)
  const request = requests?.data.find(({ performerId }) => performerId === performer._id)
  const open = () => setSheet(true)
  const wish: Wish = {
    key: `private:${performer._id}`,
    kind: 'message',
    of: performer,
    what: t('privateShow.ask.title', { name: performer.name }),
  }
  useKept(wish.key, open)
  usePush('private-request/removed', ({ _id, state, streamId }) => {
    if (_id !== request?._id) return
    setSheet(undefined)
    if (state === 'accepted' && streamId) void navigate(`/live/${streamId}`)
    else if (state === 'declined' || state === 'expired') toast.show(t(`privateShow.wait.${state}`, { name: performer.name }))
  })
  if (prices?.privatePrice === undefined) return null
  return (
    <>
      <Button rank="second" icon={<Sparkles className="size-4" />} onClick={() => (me?.ageVerified ? open() : knock(wish, open))}>
        {request ? <Waiting request={request} /> : <span className={isShort ? 'max-md:sr-only' : undefined}>{t('privateShow.ask')}</span>}
      </Button>
      {me && sheet !== undefined && (
        <Suspense fallback={null}>
          <AskPrivateSheet
            performer={performer}
            prices={{ ...prices, privatePrice: prices.privatePrice }}
            request={request}
            open={sheet}
            onOpenChange={setSheet}
          />
        </Suspense>
      )}
    </>
  )
}

function Waiting({ request }: { request: PrivateRequest }) {
  const { t } = useTranslation()
  return t('privateShow.wait.act', { time: useMinutes(request.expiresAt) })
}
