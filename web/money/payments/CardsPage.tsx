import { CreditCard, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useHref, useLoaderData, useSearchParams } from 'react-router'
import { useAct } from '#web/app/act.ts'
import { sentenceOf } from '#web/app/api.ts'
import { requireMember } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useSettings } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { AddCard } from '#web/money/payments/AddCard.tsx'
import { cardEnd, cardName } from '#web/money/payments/card-text.ts'
import { type CardRow, cards } from '#web/money/payments/queries.ts'
import { RemoveCard } from '#web/money/payments/RemoveCard.tsx'
import { usePageTitle } from '#web/app/page-title.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args)
  return load(args, cards())
}
export const handle = { auth: true, inClosedCountry: true }

/** Kept cards: which is asked first, and the way to forget one. */
export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const { data = loaded, error, mutate } = useQuery(cards(), loaded)
  const [search] = useSearchParams()
  const { paymentGateway } = useSettings()
  const anew = useHref('/wallet/cards?add=1')
  const [isAdding, setAdding] = useState(search.has('add'))
  const [removing, setRemoving] = useState<CardRow>()
  const title = t('cards.title')
  // The form of Stripe is let in by this page's own policy only, so whoever came here without loading it loads it now.
  const begin = () => (paymentGateway === 'stripe' && !search.has('add') ? window.location.assign(anew) : setAdding(true))
  const add = (
    <Button rank="second" size="sm" icon={<Plus className="size-4" />} onClick={begin}>
      {t('cards.add')}
    </Button>
  )
  return (
    <MainFrame place="wallet" top={{ title, back: '/wallet' }}>
      <title>{usePageTitle(title)}</title>
      <PageTitle up={{ to: '/wallet', label: t('shell.wallet') }}>{title}</PageTitle>
      <div className="grid gap-2 max-md:pt-4 md:gap-4">
        {error ? (
          <RefusedState
            what={t('cards.failed')}
            why={sentenceOf(error, t('shell.tryLater'))}
            actions={
              <Button rank="second" size="sm" onClick={() => void mutate()}>
                {t('shell.error.retry')}
              </Button>
            }
          />
        ) : data.data.length === 0 ? (
          <EmptyState icon={CreditCard} action={add}>
            {t('cards.none')}
          </EmptyState>
        ) : (
          <>
            <Card>
              <ul>
                {data.data.map((card) => (
                  <CardLine key={card._id} card={card} onRemove={() => setRemoving(card)} />
                ))}
              </ul>
            </Card>
            <div className="max-md:px-4">{add}</div>
          </>
        )}
        <p className="text-13 text-muted max-md:px-4">{t('cards.private')}</p>
      </div>
      <AddCard open={isAdding} onOpenChange={setAdding} />
      <RemoveCard card={removing} onClose={() => setRemoving(undefined)} />
    </MainFrame>
  )
}

function CardLine({ card, onRemove }: { card: CardRow; onRemove: () => void }) {
  const { t } = useTranslation()
  const name = cardName(card)
  const { act: askFirst } = useAct((api) => api.payments.defaultCard({ id: card._id }), {
    refreshes: ['payments.cards'],
    said: () => t('cards.isDefault', { card: name }),
  })
  return (
    <li className="flex items-center gap-3 border-t border-line p-4 first:border-t-0">
      <span aria-hidden="true" className="grid size-11 flex-none place-items-center rounded-control bg-well text-muted">
        <CreditCard />
      </span>
      <span className="min-w-0 flex-1">
        <span className="num block truncate text-15 font-semibold">{name}</span>
        <span className="num flex flex-wrap gap-x-3 text-14 text-muted">
          <span>{t('cards.until', { month: cardEnd(card) })}</span>
          {card.holderName && <span className="truncate">{card.holderName}</span>}
          {card.isDefault && <StateDot tone="ok">{t('cards.default')}</StateDot>}
          {!card.isUsable && <StateDot tone="bad">{t('cards.unusable')}</StateDot>}
        </span>
      </span>
      <Menu
        label={t('cards.menu', { card: name })}
        entries={[
          ...(card.isDefault ? [] : [{ label: t('cards.makeDefault'), onChoose: () => void askFirst() }]),
          { label: t('cards.remove'), danger: true, onChoose: onRemove },
        ]}
      />
    </li>
  )
}
