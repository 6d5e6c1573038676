import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refused } from '#contract/client.ts'
import { sentenceOf } from '#web/app/api.ts'
import { refresh } from '#web/app/query.ts'
import { useApi } from '#web/app/session.tsx'
import { cardName } from '#web/money/payments/card-text.ts'
import type { CardRow } from '#web/money/payments/queries.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useToast } from '#web/ui/Toast.tsx'

/** Asks before a card is forgotten; a second time where something is still going to be paid by it, and says what. */
export function RemoveCard({ card, onClose }: { card: CardRow | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [uses, setUses] = useState<string>()
  const close = () => {
    setUses(undefined)
    onClose()
  }
  const remove = async () => {
    if (!card) return
    setBusy(true)
    try {
      await api.payments.removeCard({ id: card._id, ...(uses !== undefined && { force: true }) })
      await refresh('payments.cards')
      toast.show(t('cards.removed', { card: cardName(card) }))
      close()
    } catch (error) {
      const named = error instanceof Refused && error.code === 'card_in_use' ? error.details['uses'] : undefined
      if (typeof named === 'string') setUses(named)
      else {
        toast.show(sentenceOf(error, t('shell.tryLater')), { failed: true })
        close()
      }
    }
    setBusy(false)
  }
  return (
    <ConfirmDialog
      open={card !== undefined}
      onOpenChange={(open) => !open && !busy && close()}
      title={t('cards.remove.title', { card: card ? cardName(card) : '' })}
      confirm={t(uses === undefined ? 'cards.remove' : 'cards.remove.anyway')}
      cancel={t('cards.keep')}
      danger
      loading={busy}
      onConfirm={() => void remove()}
    >
      {uses === undefined ? t('cards.remove.lead') : t('cards.remove.inUse', { uses })}
    </ConfirmDialog>
  )
}
