import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useAct } from '#web/app/act.ts'
import { query, useQuery } from '#web/app/query.ts'
import { amountIn } from '#web/app/typed-amount.ts'
import { Button } from '#web/ui/Button.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'

/** What the site keeps of this performer's sales. Staff's. */
export function RateForm({ performerId }: { performerId: string }) {
  const { t } = useTranslation()
  const { data: rate, mutate } = useQuery(query('earnings.rate', { id: performerId }))
  const [typed, setTyped] = useState<string>()
  const [wrong, setWrong] = useState<string>()
  const {
    act: agree,
    busy,
    problem,
    forgive,
  } = useAct(
    (api, _once, percent: number | undefined) => api.earnings.agreeRate({ id: performerId, ...(percent !== undefined && { percent }) }),
    {
      noIn: 'screen',
      said: () => t('shell.saved'),
      async done(agreed) {
        await mutate(agreed, { revalidate: false })
        setTyped(undefined)
      },
    },
  )
  if (!rate) return null
  const value = typed ?? String(rate.agreed ?? rate.site)
  const send = () => {
    const percent = amountIn(value)
    if (percent === undefined || percent > 100) return setWrong(t('officeMoney.rate.wrong'))
    void agree(percent)
  }
  return (
    <section aria-labelledby="rate">
      <h3 id="rate" className="text-16">
        {t('officeMoney.rate')}
      </h3>
      <p className="num mt-1 mb-3 text-13 text-muted">
        {rate.agreed === undefined ? t('officeMoney.rate.site', { site: rate.site }) : t('officeMoney.rate.agreed', { ...rate })}{' '}
        {t('officeMoney.rate.note')}
      </p>
      <form
        noValidate
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) send()
        }}
      >
        <NumberField
          label={t('officeMoney.rate.percent')}
          unit="%"
          value={value}
          maxLength={6}
          error={wrong ?? problem}
          onChange={(event) => {
            setTyped(event.target.value)
            setWrong(undefined)
            forgive()
          }}
        />
        <Button type="submit" rank="second" loading={busy}>
          {t('officeMoney.rate.save')}
        </Button>
        {rate.agreed !== undefined && (
          <Button rank="text" disabled={busy} onClick={() => void agree(undefined)}>
            {t('officeMoney.rate.reset')}
          </Button>
        )}
      </form>
    </section>
  )
}
