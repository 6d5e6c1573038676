import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useAct } from '#web/app/act.ts'
import { sentenceOf } from '#web/app/api.ts'
import { useQuery } from '#web/app/query.ts'
import { cardName } from '#web/money/payments/card-text.ts'
import { type Mine, myCards } from '#web/money/subscriptions/mine.ts'
import { Button } from '#web/ui/Button.tsx'
import { RadioCards } from '#web/ui/RadioCards.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { Bone, Waiting } from '#web/ui/Skeleton.tsx'

const wallet = 'wallet'

/** The wallet or a kept card, for the next renewal on. */
export function PaySheet({ subscription, onClose }: { subscription: Mine['data'][number]; onClose: () => void }) {
  const { t } = useTranslation()
  const { data: cards, error } = useQuery(myCards)
  const { _id, performer, gateway } = subscription
  const [chosen, setChosen] = useState<string | undefined>(gateway === wallet ? wallet : undefined)
  const {
    act: save,
    busy,
    problem: refused,
  } = useAct((api, once, way: string) => api.renewals.payWith({ id: _id, ...(way !== wallet && { cardId: way }) }, once), {
    refreshes: ['subscriptions.mine'],
    noIn: 'screen',
    said: () => t('mysubscriptions.pay.saved'),
    done: onClose,
  })
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('mysubscriptions.pay')}
      lead={t('mysubscriptions.pay.title', { name: performer.name })}
      actions={
        <Button size="wide" loading={busy} disabled={!chosen} onClick={() => chosen && void save(chosen)}>
          {t('mysubscriptions.pay.save')}
        </Button>
      }
    >
      {refused && <RefusedState look="inline" what={t('shell.tryLater')} why={refused} />}
      {error !== undefined && !cards && (
        <RefusedState look="inline" what={t('mysubscriptions.pay.failed')} why={sentenceOf(error, t('shell.tryLater'))} />
      )}
      {cards ? (
        <div className="grid gap-3">
          <RadioCards
            label={t('mysubscriptions.pay')}
            value={chosen}
            onChange={setChosen}
            cards={[
              { value: wallet, label: <Way name={t('mysubscriptions.pay.wallet')} note={t('mysubscriptions.pay.wallet.note')} /> },
              ...cards.data.map((card) => ({
                value: card._id,
                disabled: !card.isUsable,
                label: (
                  <Way
                    name={cardName(card)}
                    note={t('mysubscriptions.expires', { month: String(card.expMonth).padStart(2, '0'), year: card.expYear })}
                  />
                ),
              })),
            ]}
          />
          {cards.data.length === 0 && <p className="text-14 text-muted">{t('mysubscriptions.pay.cards')}</p>}
        </div>
      ) : (
        <Waiting>
          <Bone className="h-14 rounded-control" />
        </Waiting>
      )}
    </Sheet>
  )
}

function Way({ name, note }: { name: string; note: string }) {
  return (
    <>
      {name}
      <span className="block text-13 text-muted">{note}</span>
    </>
  )
}
