import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mutate } from 'swr'
import type { CurrentUser } from '#contract/windows/me.ts'
import { untilLeft, useAct } from '#web/app/act.ts'
import { refresh } from '#web/app/query.ts'
import { meKey, useMember, useSettings } from '#web/app/session.tsx'
import { exact, useAmounts } from '#web/app/amounts.ts'
import { useTopUp } from '#web/money/payments/top-up.ts'
import { amountIn } from '#web/app/typed-amount.ts'
import { TopUpChoice } from '#web/money/payments/TopUpChoice.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { Sums } from '#web/ui/Sums.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'

export type TipSheetProps = {
  performer: { _id: string; name: string; username: string; avatar?: string | undefined }
  /** The post that moved someone to it. */
  feedId?: string
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Back from the payment page, as it was written there. */
  amount?: string | undefined
}

const longest = 200

/** An amount, a few words, what will be left. Too few tokens: top up and come back. */
export function TipSheet({ performer, feedId, open, onOpenChange, amount: given }: TipSheetProps) {
  const { t } = useTranslation()
  const me = useMember()
  const { minimumTipPrice: least, maximumTipPrice: most } = useSettings()
  const { number, money } = useAmounts()
  const chips = [1, 5, 10, 50].map((times) => String(exact(least * times))).filter((chip) => Number(chip) <= most)
  const [written, setWritten] = useState(given ?? chips[1] ?? chips[0] ?? '')
  const [message, setMessage] = useState('')
  const [wrong, setWrong] = useState<string>()
  const amount = amountIn(written) || undefined
  const missing = amount === undefined ? 0 : Math.max(0, exact(amount - me.balance))
  const topUp = useTopUp(missing, `/${performer.username}?tip=${written}`)

  const giving = useAct(
    (api, once, input: { id: string; amount: number; message?: string; feedId?: string }) => api.earnings.tip(input, once),
    {
      noIn: 'screen',
      unsure: 'unlock.unsure',
      said: ({ balance }, { amount }) =>
        t('tip.done', { name: performer.name, count: amount, amount: number(amount), balance: number(balance) }),
      async done({ balance }) {
        await mutate<CurrentUser>(meKey, { ...me, balance }, { revalidate: false })
        void refresh('wallet.lines')
        setMessage('')
        onOpenChange(false)
      },
      async refused(no) {
        if (no?.code === 'not_enough_tokens') await mutate(meKey)
        else if (no?.code === 'amount_out_of_bounds') setWrong(no.message)
        else return
        return true
      },
    },
  )
  const topping = useAct(
    async () => {
      if (!(await topUp.pay())) await untilLeft()
      await mutate(meKey)
    },
    { noIn: 'screen', unsure: 'unlock.unsure' },
  )
  const busy = giving.busy || topping.busy
  const refused = giving.problem ?? topping.problem
  const change = (next: string) => {
    setWritten(next)
    setWrong(undefined)
  }
  const send = async () => {
    if (amount === undefined || amount < least || amount > most)
      return setWrong(t('tip.bounds', { least: number(least), most: number(most) }))
    const words = message.trim()
    if (Array.from(message).length > longest) return
    giving.forgive()
    topping.forgive()
    if (missing > 0) await topping.act()
    else await giving.act({ id: performer._id, amount, ...(words && { message: words }), ...(feedId !== undefined && { feedId }) })
  }
  const head = {
    open,
    onOpenChange,
    title: t('tip.title', { name: performer.name }),
    lead: t('tip.lead', { name: performer.name }),
    picture: <Avatar name={performer.name} src={performer.avatar} size={48} />,
  }
  if (me.isPerformer)
    return (
      <Sheet {...head} lead={undefined}>
        <p className="text-15">{t('tip.notForCreators')}</p>
      </Sheet>
    )
  const label =
    missing > 0
      ? topUp.chosen && t('tip.topUpFirst', { amount: money(topUp.chosen.price) })
      : amount === undefined
        ? t('tip.send')
        : t('tip.button', { count: amount, amount: number(amount) })
  return (
    <Sheet
      {...head}
      actions={
        label && (
          <Button size="wide" type="submit" form="tip" loading={busy}>
            {label}
          </Button>
        )
      }
    >
      <form
        id="tip"
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void send()
        }}
      >
        {refused !== undefined && <RefusedState look="inline" what={t('unlock.nothingCharged')} why={refused} />}
        <div className="grid gap-3">
          <Segmented
            label={t('tip.amounts')}
            width="wide"
            value={written}
            onChange={change}
            options={chips.map((chip) => ({ value: chip, label: number(Number(chip)) }))}
          />
          <NumberField
            label={t('tip.amount')}
            unit={t('tip.unit')}
            width="full"
            value={written}
            error={wrong}
            hint={t('tip.bounds', { least: number(least), most: number(most) })}
            onChange={(event) => change(event.target.value)}
          />
        </div>
        <TextArea
          label={t('tip.message')}
          rows={2}
          value={message}
          maxLetters={longest}
          onChange={(event) => setMessage(event.target.value)}
        />
        {missing > 0 && <TopUpChoice missing={missing} then={t('tip.thenReturns')} topUp={topUp} />}
        {missing === 0 && (
          <Sums
            lines={[
              { label: t('unlock.balance'), value: <Tokens value={me.balance} /> },
              ...(amount === undefined
                ? []
                : [{ label: t('tip.after'), value: <Tokens value={exact(me.balance - amount)} />, total: true }]),
            ]}
          />
        )}
      </form>
    </Sheet>
  )
}
