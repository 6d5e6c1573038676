import { useLocation } from 'react-router'
import { mutate } from 'swr'
import { useAct } from '#web/app/act.ts'
import { exact, useAmounts } from '#web/app/amounts.ts'
import { useQuery } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { meKey, useMe } from '#web/app/session.tsx'
import { type Joined, receiptsOf } from '#web/stage/live/queries.ts'
import { Paid } from '#web/stage/live/Paid.tsx'
import { Said } from '#web/stage/live/Said.tsx'
import { Button } from '#web/ui/Button.tsx'

/** What a minute costs, and the way in; after being in, why one is out and what it came to. */
export function EnterByMinute({ joined: { stream }, again }: { joined: Joined; again: () => void }) {
  const { t } = useTranslation()
  const me = useMe()
  const { number } = useAmounts()
  const { pathname } = useLocation()
  const { _id: id, pricePerMinute: price, minMinutes = 1 } = stream
  const { data: receipts } = useQuery(me ? receiptsOf(id) : null)
  const why = receipts?.data.at(-1)?.closedWhy
  const enter = useAct((api, once, expectedPrice: number) => api.live.enter({ id, expectedPrice }, once), {
    refreshes: ['live.join'],
    done: again,
    refused: async (no) => {
      if (no?.code === 'price_changed') again()
      if (no?.code === 'not_enough_tokens') await mutate(meKey)
    },
  })
  if (price === undefined) return <Said title={t('live.locked.per_minute')}>{t('privateShow.enter.only')}</Said>
  const missing = me ? Math.max(0, exact(price * minMinutes - me.balance)) : 0
  return (
    <Said
      title={why ? t(`privateShow.out.${why}`) : t('live.locked.per_minute')}
      action={
        !me ? (
          <Button to={`/auth/login?redirect=${encodeURIComponent(pathname)}`}>{t('privateShow.enter.signIn')}</Button>
        ) : missing > 0 ? (
          <Button to="/wallet" target="_blank" rel="noopener">
            {t('privateShow.enter.topUp')}
          </Button>
        ) : (
          !me.isPerformer && (
            <Button loading={enter.busy} onClick={() => void enter.act(price)}>
              {t('privateShow.enter.act', { amount: number(price) })}
            </Button>
          )
        )
      }
    >
      <span className="num block">
        {t('privateShow.enter.price', { amount: number(price) })} · {t('privateShow.enter.least', { count: minMinutes })}
      </span>
      {missing > 0 && <b className="num block">{t('privateShow.enter.missing', { amount: number(missing) })}</b>}
      {t('privateShow.enter.note')}
      {me && <Paid streamId={id} />}
    </Said>
  )
}
