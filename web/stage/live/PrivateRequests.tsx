import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ReplyTo } from '#contract/client.ts'
import type { Stream } from '#contract/stage/live.ts'
import type { PrivateRequest } from '#contract/stage/metering.ts'
import { useAct } from '#web/app/act.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { useLoaded } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { useMinutes } from '#web/stage/live/countdown.ts'
import { aboutRequests, aboutStreams, waiting } from '#web/stage/live/queries.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Panel } from '#web/ui/Panel.tsx'

/** Who asks for a private show just now. While another show runs, accepting ends it first, and says so. */
export function PrivateRequests({ loaded, running }: { loaded: ReplyTo<'live.privateRequests'>; running: Stream | undefined }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: requests } = useLoaded(waiting, loaded)
  const [asked, setAsked] = useState<string>()
  const accept = useAct((api, once, id: string, endsRunning: boolean) => api.live.acceptPrivate({ id, endsRunning }, once), {
    refreshes: [...aboutRequests, ...aboutStreams],
    done: (stream) => navigate(`/live/${stream._id}`),
  })
  const decline = useAct((api, once, request: PrivateRequest) => api.live.declinePrivate({ id: request._id }, once), {
    refreshes: aboutRequests,
    said: (_answer, { other }) => t('privateShow.requests.declined', { name: other.name }),
  })
  useTitleCount(requests.length)
  if (requests.length === 0) return null
  return (
    <Panel title={t('privateShow.requests.title')}>
      <ul className="grid gap-5" aria-live="polite">
        {requests.map((request) => (
          <li key={request._id} aria-label={t('privateShow.requests.of', { name: request.other.name })} className="grid gap-3">
            <Who request={request} />
            <div className="flex flex-wrap gap-2">
              <Button
                size="sm"
                loading={accept.during?.[0] === request._id}
                onClick={() => (running ? setAsked(request._id) : void accept.act(request._id, false))}
              >
                {t('privateShow.requests.accept')}
              </Button>
              <Button size="sm" rank="second" loading={decline.during?.[0]._id === request._id} onClick={() => void decline.act(request)}>
                {t('privateShow.requests.decline')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== undefined && running !== undefined}
        onOpenChange={(open) => !open && setAsked(undefined)}
        title={t('privateShow.requests.busy.title')}
        confirm={t('privateShow.requests.busy.act')}
        cancel={t('privateShow.requests.busy.keep')}
        onConfirm={() => asked && void accept.act(asked, true)}
        loading={accept.busy}
        danger
      >
        {t('privateShow.requests.busy.lead')}
      </ConfirmDialog>
    </Panel>
  )
}

function Who({ request: { other, note, price, minMinutes, spyPrice, expiresAt } }: { request: PrivateRequest }) {
  const { t } = useTranslation()
  const { number } = useAmounts()
  const left = useMinutes(expiresAt)
  return (
    <div className="flex gap-3">
      <Avatar src={other.avatar} name={other.name} size={48} />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3">
          <b className="truncate text-15">{other.name}</b>
          <span className="num flex-none text-13 text-muted" title={t('privateShow.wait.left', { time: left })}>
            {left}
          </span>
        </p>
        <p className="num text-13 text-muted">
          {t('privateShow.requests.terms', { price: number(price), minutes: minMinutes })}
          {spyPrice !== undefined && <span className="block">{t('privateShow.requests.spied', { price: number(spyPrice) })}</span>}
        </p>
        {note && (
          <p dir="auto" className="mt-1 text-15 wrap-anywhere">
            {note}
          </p>
        )}
      </div>
    </div>
  )
}

/** Whoever looks at another tab sees by the title of this one that somebody waits. */
function useTitleCount(count: number): void {
  useEffect(() => {
    if (count === 0) return
    const plain = document.title
    const counted = `(${count}) ${plain}`
    document.title = counted
    return () => {
      if (document.title === counted) document.title = plain
    }
  }, [count])
}
