import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useAct } from '#web/app/act.ts'
import { cardName } from '#web/money/payments/card-text.ts'
import type { CardRow } from '#web/money/payments/queries.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

/** Asks before a card is forgotten; a second time where something is still going to be paid by it, and says what. */
export function RemoveCard({ card, onClose }: { card: CardRow | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const [uses, setUses] = useState<string>()
  const close = () => {
    setUses(undefined)
    onClose()
  }
  const { act: remove, busy } = useAct(
    (api, _once, { _id }: CardRow) => api.payments.removeCard({ id: _id, ...(uses !== undefined && { force: true }) }),
    {
      refreshes: ['payments.cards'],
      said: (_removed, removed) => t('cards.removed', { card: cardName(removed) }),
      done: close,
      refused(no) {
        const named = no?.code === 'card_in_use' ? no.details['uses'] : undefined
        if (typeof named !== 'string') return close()
        setUses(named)
        return true
      },
    },
  )
  return (
    <ConfirmDialog
      open={card !== undefined}
      onOpenChange={(open) => !open && !busy && close()}
      title={t('cards.remove.title', { card: card ? cardName(card) : '' })}
      confirm={t(uses === undefined ? 'cards.remove' : 'cards.remove.anyway')}
      cancel={t('cards.keep')}
      danger
      loading={busy}
      onConfirm={() => card && void remove(card)}
    >
      {uses === undefined ? t('cards.remove.lead') : t('cards.remove.inUse', { uses })}
    </ConfirmDialog>
  )
}
