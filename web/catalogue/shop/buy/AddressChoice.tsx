import { Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { sentenceOf } from '#web/app/api.ts'
import { useQuery } from '#web/app/query.ts'
import { AddressForm } from '#web/people/addresses/AddressForm.tsx'
import { shortOf } from '#web/people/addresses/AddressText.tsx'
import { mine, most } from '#web/people/addresses/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { RadioCards } from '#web/ui/RadioCards.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { Bone, Waiting } from '#web/ui/Skeleton.tsx'

type AddressChoiceProps = { value: string | undefined; onChange: (id: string) => void }

/** Where to: one of the book, or a new one, written here and kept. */
export function AddressChoice({ value, onChange }: AddressChoiceProps) {
  const { t } = useTranslation()
  const { data, error, mutate } = useQuery(mine())
  const [isAdding, setAdding] = useState(false)
  const known = (data?.data ?? []).filter(({ needsAgain }) => !needsAgain)
  const newest = known[0]?._id
  // Who has an address mostly wants it: the newest is chosen until another is.
  const suggest = useEffectEvent((id: string) => value === undefined && onChange(id))
  useEffect(() => {
    if (newest) suggest(newest)
  }, [newest])
  if (error && !data) {
    return (
      <RefusedState
        look="inline"
        what={t('addresses.failed')}
        why={sentenceOf(error, t('shell.tryLater'))}
        actions={
          <Button rank="second" size="sm" onClick={() => void mutate()}>
            {t('shell.error.retry')}
          </Button>
        }
      />
    )
  }
  if (!data) {
    return (
      <Waiting>
        <div className="grid gap-2">
          <Bone className="h-14 rounded-control" />
          <Bone className="h-14 rounded-control" />
        </div>
      </Waiting>
    )
  }
  return (
    <div className="grid gap-3">
      <p className="text-14 font-semibold">{t('shop.sendTo')}</p>
      {known.length > 0 && (
        <RadioCards
          label={t('shop.sendTo')}
          value={value}
          onChange={onChange}
          cards={known.map((address) => ({
            value: address._id,
            label: (
              <>
                <span className="block font-semibold">{address.name}</span>
                <span className="block text-14 text-muted">{shortOf(address)}</span>
              </>
            ),
          }))}
        />
      )}
      {isAdding || known.length === 0 ? (
        <div className={known.length > 0 ? 'border-t border-line pt-4' : undefined}>
          <AddressForm
            onSaved={(address) => {
              setAdding(false)
              onChange(address._id)
            }}
            onCancel={known.length > 0 ? () => setAdding(false) : undefined}
          />
        </div>
      ) : (
        known.length < most && (
          <Button rank="text" size="sm" icon={<Plus className="size-4" />} className="justify-self-start" onClick={() => setAdding(true)}>
            {t('addresses.add')}
          </Button>
        )
      )}
    </div>
  )
}
