import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useQuery } from '#web/app/query.ts'
import { cardName } from '#web/money/payments/card-text.ts'
import { cards, type CardRow } from '#web/money/payments/queries.ts'
import { Select } from '#web/ui/Select.tsx'

const page = 'page'

export interface PayingCard {
  /** Those that can be asked now. */
  usable: CardRow[]
  /** Undefined: the gateway's page. */
  cardId: string | undefined
  choose: (value: string) => void
}

/** The kept card that pays, the default one unless another is chosen. Asks only while somebody may want to pay by card. */
export function usePayingCard(wanted: boolean): PayingCard {
  const { data } = useQuery(wanted ? cards() : null)
  const [chosen, choose] = useState<string>()
  const usable = data?.data.filter(({ isUsable }) => isUsable) ?? []
  const found = usable.find(({ _id }) => _id === chosen) ?? (chosen === page ? undefined : usable[0])
  return { usable, cardId: found?._id, choose }
}

/** Which card pays. Nothing where none is kept: then there is only the gateway's page. */
export function CardChoice({ usable, cardId, choose }: PayingCard) {
  const { t } = useTranslation()
  if (usable.length === 0) return null
  return (
    <Select
      label={t('unlock.card')}
      value={cardId ?? page}
      onChange={choose}
      options={[...usable.map((card) => ({ value: card._id, label: cardName(card) })), { value: page, label: t('unlock.card.other') }]}
    />
  )
}
