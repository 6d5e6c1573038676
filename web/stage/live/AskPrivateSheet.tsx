import { useState } from 'react'
import { useLocation } from 'react-router'
import { mutate } from 'swr'
import { mostPrivateNote } from '#contract/stage/limits.ts'
import type { PrivateRequest } from '#contract/stage/metering.ts'
import { untilLeft, useAct } from '#web/app/act.ts'
import { exact, useAmounts } from '#web/app/amounts.ts'
import { refresh } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { meKey, useMember } from '#web/app/session.tsx'
import { useTopUp } from '#web/money/payments/top-up.ts'
import { TopUpChoice } from '#web/money/payments/TopUpChoice.tsx'
import { useMinutes } from '#web/stage/live/countdown.ts'
import { aboutRequests } from '#web/stage/live/queries.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { Sums } from '#web/ui/Sums.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'

export interface Asked {
  _id: string
  name: string
  username: string
  avatar?: string | undefined
}

type AskPrivateSheetProps = {
  performer: Asked
  prices: { privatePrice: number; spyPrice?: number; minMinutes: number }
  /** The one that waits. */
  request: PrivateRequest | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** What a show for two costs and who sees it, and the one press that asks for it; then the wait. */
export function AskPrivateSheet({ performer, prices, request, open, onOpenChange }: AskPrivateSheetProps) {
  const { t } = useTranslation()
  const picture = <Avatar name={performer.name} src={performer.avatar} size={48} />
  return request ? (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('privateShow.wait.title', { name: performer.name })} picture={picture}>
      <Wait request={request} />
    </Sheet>
  ) : (
    <Ask {...{ performer, prices, open, onOpenChange, picture }} />
  )
}

function Wait({ request }: { request: PrivateRequest }) {
  const { t } = useTranslation()
  const left = useMinutes(request.expiresAt)
  const withdraw = useAct((api, once) => api.live.withdrawPrivate({ id: request._id }, once), {
    refreshes: aboutRequests,
    said: () => t('privateShow.wait.withdrawn'),
  })
  return (
    <div className="grid gap-4 pb-2">
      <p className="stage-figure num text-40 leading-none!" role="timer" aria-label={t('privateShow.wait.left', { time: left })}>
        {left}
      </p>
      <p className="text-15">{t('privateShow.wait.lead')}</p>
      {request.note && (
        <p dir="auto" className="text-15 wrap-anywhere text-muted">
          {request.note}
        </p>
      )}
      <Button rank="second" className="justify-self-start" loading={withdraw.busy} onClick={() => void withdraw.act()}>
        {t('privateShow.wait.withdraw')}
      </Button>
    </div>
  )
}

type AskProps = Omit<AskPrivateSheetProps, 'request'> & { picture: React.ReactNode }

function Ask({ performer, prices, open, onOpenChange, picture }: AskProps) {
  const { t } = useTranslation()
  const me = useMember()
  const { number, money } = useAmounts()
  const { pathname } = useLocation()
  const [note, setNote] = useState('')
  const { privatePrice, spyPrice, minMinutes } = prices
  const least = exact(privatePrice * minMinutes)
  const missing = Math.max(0, exact(least - me.balance))
  const topUp = useTopUp(missing, `${pathname}?private=1`)
  const ask = useAct(
    async (api, once, words: string, expectedPrice: number, pays: boolean) => {
      if (pays) {
        if (!(await topUp.pay())) await untilLeft()
        await mutate(meKey)
      }
      return api.live.askPrivate({ performerId: performer._id, ...(words && { note: words }), expectedPrice }, once)
    },
    {
      noIn: 'screen',
      refreshes: aboutRequests,
      async refused(no) {
        if (no?.code === 'not_enough_tokens') {
          await mutate(meKey)
          return true
        }
        if (no?.code !== 'price_changed') return
        await refresh('live.prices')
        return t('privateShow.ask.price.changed')
      },
    },
  )
  const label =
    missing === 0
      ? t('privateShow.ask.send')
      : topUp.chosen && t(topUp.isPart ? 'privateShow.ask.topUpFirst' : 'privateShow.ask.topUp', { amount: money(topUp.chosen.price) })
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('privateShow.ask.title', { name: performer.name })}
      lead={t('privateShow.ask.lead')}
      picture={picture}
      actions={
        label && (
          <Button size="wide" loading={ask.busy} onClick={() => void ask.act(note.trim(), privatePrice, missing > 0)}>
            {label}
          </Button>
        )
      }
    >
      <div className="grid gap-5">
        <FormRefusal>{ask.problem}</FormRefusal>
        <Sums
          lines={[
            { label: t('privateShow.ask.price'), value: <Tokens value={privatePrice} /> },
            {
              label: t('privateShow.ask.least'),
              value: t('privateShow.ask.least.value', { amount: number(least), minutes: minMinutes }),
            },
            { label: t('privateShow.ask.balance'), value: <Tokens value={me.balance} /> },
          ]}
        />
        <p className="text-14 text-muted">
          {t(spyPrice === undefined ? 'privateShow.ask.alone' : 'privateShow.ask.spied')} {t('privateShow.ask.free')}
        </p>
        <TextArea
          label={t('privateShow.ask.note')}
          rows={2}
          value={note}
          maxLetters={mostPrivateNote}
          onChange={(event) => setNote(event.target.value)}
        />
        {missing > 0 && <TopUpChoice missing={missing} then={t('privateShow.ask.then')} topUp={topUp} />}
      </div>
    </Sheet>
  )
}
