import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useAct } from '#web/app/act.ts'
import { sentenceOf } from '#web/app/api.ts'
import { useQuery } from '#web/app/query.ts'
import { cardSetup, type CardSetup } from '#web/money/payments/queries.ts'
import { StripeForm } from '#web/money/payments/StripeForm.tsx'
import { Button } from '#web/ui/Button.tsx'
import { RadioCards } from '#web/ui/RadioCards.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { Bone, Waiting } from '#web/ui/Skeleton.tsx'
import { TextField } from '#web/ui/TextField.tsx'

/** Keeps a card without paying, by the form of whoever keeps it. */
export function AddCard({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { t } = useTranslation()
  const { data, error } = useQuery(open ? cardSetup() : null, undefined, { revalidateOnFocus: false, revalidateOnReconnect: false })
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('cards.add')} lead={t('cards.add.lead')}>
      {error ? (
        <RefusedState look="inline" what={t('cards.add.failed')} why={sentenceOf(error, t('shell.tryLater'))} />
      ) : !data ? (
        <Waiting>
          <Bone className="h-14 rounded-control" />
        </Waiting>
      ) : data.canAdd ? (
        <Form setup={data} onDone={() => onOpenChange(false)} />
      ) : (
        <p className="text-15">{t('cards.add.byPaying')}</p>
      )}
    </Sheet>
  )
}

function Form({ setup, onDone }: { setup: CardSetup; onDone: () => void }) {
  const { t } = useTranslation()
  const tokens = setup.testTokens ?? []
  const [token, setToken] = useState(tokens[0]?.token)
  const [holderName, setHolderName] = useState('')
  const {
    act: keep,
    busy,
    problem,
  } = useAct(
    (api, _once, sourceToken: string) => api.payments.addCard({ provider: setup.provider, sourceToken, ...(holderName && { holderName }) }),
    { refreshes: ['payments.cards'], noIn: 'screen', said: () => t('cards.added'), done: onDone },
  )
  const holder = (
    <TextField
      label={t('cards.holder')}
      value={holderName}
      maxLength={100}
      autoComplete="cc-name"
      onChange={(event) => setHolderName(event.target.value)}
    />
  )
  return (
    <div className="grid gap-4">
      {problem && <RefusedState look="inline" what={t('cards.add.failed')} why={problem} />}
      {holder}
      {setup.clientSecret && setup.publishableKey ? (
        <StripeForm
          clientSecret={setup.clientSecret}
          publishableKey={setup.publishableKey}
          for="setup"
          label={t('cards.add')}
          onCard={(paymentMethod) => keep(paymentMethod)}
        />
      ) : (
        <>
          <RadioCards
            label={t('cards.test')}
            value={token}
            onChange={setToken}
            cards={tokens.map((each) => ({
              value: each.token,
              label: <span className="num">{t('cards.test.card', { last4: each.last4 })}</span>,
            }))}
          />
          <Button size="wide" loading={busy} onClick={() => token && void keep(token)}>
            {t('cards.add')}
          </Button>
        </>
      )}
    </div>
  )
}
