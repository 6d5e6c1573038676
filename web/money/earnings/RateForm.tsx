import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '#web/app/api.ts'
import { query, useQuery } from '#web/app/query.ts'
import { useApi } from '#web/app/session.tsx'
import { amountIn } from '#web/app/typed-amount.ts'
import { Button } from '#web/ui/Button.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { useToast } from '#web/ui/Toast.tsx'

/** What the site keeps of this performer's sales. Staff's. */
export function RateForm({ performerId }: { performerId: string }) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const { data: rate, mutate } = useQuery(query('earnings.rate', { id: performerId }))
  const [typed, setTyped] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  if (!rate) return null
  const value = typed ?? String(rate.agreed ?? rate.site)
  const agree = async (percent: number | undefined) => {
    setBusy(true)
    try {
      await mutate(await api.earnings.agreeRate({ id: performerId, ...(percent !== undefined && { percent }) }), { revalidate: false })
      setTyped(undefined)
      toast.show(t('shell.saved'))
    } catch (error) {
      setProblem(sentenceOf(error, t('shell.tryLater')))
    }
    setBusy(false)
  }
  const send = () => {
    const percent = amountIn(value)
    if (percent === undefined || percent > 100) return setProblem(t('officeMoney.rate.wrong'))
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
          error={problem}
          onChange={(event) => {
            setTyped(event.target.value)
            setProblem(undefined)
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
