import { NotCharged } from '#web/money/payments/NotCharged.tsx'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { mutate } from 'swr'
import type { SentTo } from '#contract/client.ts'
import type { CurrentUser } from '#contract/windows/me.ts'
import { mostTipLetters } from '#contract/money/limits.ts'
import { untilLeft, useAct } from '#web/app/act.ts'
import { refresh } from '#web/app/query.ts'
import { meKey, useMe, useSettings } from '#web/app/session.tsx'
import { exact, useAmounts } from '#web/app/amounts.ts'
import { forget, remember, type Unfinished, useFinish, useHere } from '#web/money/payments/finishing.ts'
import { useTopUp } from '#web/money/payments/top-up.ts'
import { amountIn } from '#web/app/typed-amount.ts'
import { TopUpChoice } from '#web/money/payments/TopUpChoice.tsx'
import { useUnpaid } from '#web/money/payments/unpaid.ts'
import { useThroughDoor } from '#web/people/follows/members.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { Sums } from '#web/ui/Sums.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import type { Tint } from '#web/ui/tint.ts'
import { Tokens } from '#web/ui/Tokens.tsx'

export type TipSheetProps = {
  performer: { _id: string; name: string; username: string; avatar?: string | undefined; tint?: Tint | undefined }
  /** The post that moved someone to it. */
  feedId?: string | undefined
  /** The show that it is given during. */
  during?: During | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
  /** As it was written before. */
  amount?: string | undefined
  message?: string | undefined
  /** Back from the payment page: what was agreed to before leaving is given, once. */
  unfinished?: Tip | undefined
}

interface During {
  streamId: string
  /** What else may be chosen there, as the show draws it. */
  choices?: (chosen: Choices) => ReactNode
}

export interface Choices {
  menuItemId: string | undefined
  isAnonymous: boolean
  onChange: (chosen: { amount?: string; menuItemId?: string | undefined; isAnonymous?: boolean }) => void
}

type Tip = Pick<Extract<Unfinished, { kind: 'tip' }>, 'key' | 'amount' | 'message' | 'menuItemId' | 'isAnonymous'>

const newTip = (rest: Omit<Tip, 'key'>): Tip => ({ ...rest, key: crypto.randomUUID() })

/** An amount, a few words, what will be left. Too few tokens: the same sheet tops up, and the tip follows by itself. A visitor comes in on the way. */
export function TipSheet({ performer, feedId, during, open, onOpenChange, amount: given, message: said, unfinished }: TipSheetProps) {
  const { t } = useTranslation()
  const me = useMe()
  const throughDoor = useThroughDoor(onOpenChange)
  const { minimumTipPrice: least, maximumTipPrice: most } = useSettings()
  const { number, money } = useAmounts()
  const bounds = t('tip.bounds', { least: number(least), most: number(most) })
  const chips = [1, 5, 10, 50].map((times) => String(exact(least * times))).filter((chip) => Number(chip) <= most)
  const [tip, setTip] = useState(() => unfinished ?? newTip({ amount: given ?? chips[1] ?? chips[0] ?? '', message: said ?? '' }))
  const { amount: written, message, menuItemId, isAnonymous = false } = tip
  const [wrong, setWrong] = useState<string>()
  const amount = amountIn(written) || undefined
  // What is too much to give at once is no reason to top up.
  const isTooMuch = amount !== undefined && amount > most
  const missing = amount === undefined || isTooMuch || !me ? 0 : Math.max(0, exact(amount - me.balance))
  const [unpaid, tryAgain] = useUnpaid()
  const here = useHere()
  const topUp = useTopUp(missing, here('tip'))

  const giving = useAct((api, _once, input: SentTo<'earnings.tip'>) => api.earnings.tip(input, { idempotencyKey: tip.key }), {
    noIn: 'screen',
    unsure: 'unlock.unsure',
    said: ({ balance }, { amount }) =>
      t('tip.done', { name: performer.name, count: amount, amount: number(amount), balance: number(balance) }),
    async done({ balance }) {
      await mutate<CurrentUser | null>(meKey, (who) => who && { ...who, balance }, { revalidate: false })
      void refresh('wallet.lines')
      if (me) forget(me._id)
      setTip(newTip({ amount: written, message: '', isAnonymous }))
      onOpenChange(false)
    },
    async refused(no) {
      // Answered: another try is another tip. Where nobody knows, the same key says that it is the same.
      if (no && me) {
        forget(me._id)
        setTip(newTip({ amount: written, message, menuItemId, isAnonymous }))
      }
      if (no?.code === 'not_enough_tokens') await mutate(meKey)
      else if (no?.code === 'amount_out_of_bounds') setWrong(no.message)
      else return
      return true
    },
  })
  const give = async () => {
    const words = message.trim()
    if (amount !== undefined)
      await giving.act({
        id: performer._id,
        amount,
        ...(words && { message: words }),
        ...(feedId !== undefined && { feedId }),
        ...(during && { streamId: during.streamId, ...(menuItemId !== undefined && { menuItemId }) }),
        ...(isAnonymous && { anonymous: true }),
      })
  }
  const topping = useAct(
    async (_api, _once, isPaid: boolean) => {
      if (!isPaid) {
        const { _id, name, username, avatar } = performer
        if (me) remember(me._id, { kind: 'tip', performer: { _id, name, username, avatar }, feedId, streamId: during?.streamId, ...tip })
        if (!(await topUp.pay())) await untilLeft()
      }
      await mutate(meKey)
      await give()
    },
    { noIn: 'screen', unsure: 'unlock.unsure' },
  )
  const busy = giving.busy || topping.busy
  const refused = giving.problem ?? topping.problem ?? unpaid
  const change = (part: Partial<Omit<Tip, 'key'>>) => {
    setTip(newTip({ amount: written, message, menuItemId, isAnonymous, ...part }))
    setWrong(undefined)
  }
  useFinish(unfinished !== undefined && unpaid === undefined && me !== null, () => topping.act(true))
  const send = async () => {
    if (amount === undefined || amount < least || amount > most) return setWrong(bounds)
    if (Array.from(message).length > mostTipLetters) return
    if (!me) {
      const cost = t('unlock.tokens', { count: amount, amount: number(amount) })
      return throughDoor({
        key: `tip:${feedId ?? performer._id}`,
        kind: 'tip',
        of: performer,
        tint: performer.tint,
        cost,
        typed: { amount: written, message },
      })
    }
    tryAgain()
    giving.forgive()
    topping.forgive()
    if (missing > 0) await topping.act(false)
    else await give()
  }
  const head = {
    open,
    onOpenChange,
    title: t('tip.title', { name: performer.name }),
    lead: t('tip.lead', { name: performer.name }),
    picture: <Avatar name={performer.name} src={performer.avatar} size={48} />,
  }
  if (me?.isPerformer)
    return (
      <Sheet {...head} lead={undefined}>
        <p className="text-15">{t('tip.notForCreators')}</p>
      </Sheet>
    )
  const label =
    missing > 0
      ? topUp.chosen && t(topUp.isPart ? 'unlock.topUpFirst' : 'tip.payAndTip', { amount: money(topUp.chosen.price) })
      : amount === undefined || isTooMuch
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
        {refused !== undefined && <NotCharged why={refused} isUnsure={giving.isUnsure || topping.isUnsure} />}
        {during?.choices?.({ menuItemId, isAnonymous, onChange: change })}
        <div className="grid gap-3">
          <Segmented
            label={t('tip.amounts')}
            width="wide"
            value={written}
            onChange={(chip) => change({ amount: chip, menuItemId: undefined })}
            options={chips.map((chip) => ({ value: chip, label: number(Number(chip)) }))}
          />
          <NumberField
            label={t('tip.amount')}
            unit={t('tip.unit')}
            width="full"
            value={written}
            error={wrong ?? (isTooMuch ? bounds : undefined)}
            hint={bounds}
            onChange={(event) => change({ amount: event.target.value, menuItemId: undefined })}
          />
        </div>
        <TextArea
          label={t('tip.message')}
          rows={2}
          value={message}
          maxLetters={mostTipLetters}
          onChange={(event) => change({ message: event.target.value })}
        />
        {missing > 0 && <TopUpChoice missing={missing} then={t('tip.thenTips')} topUp={topUp} />}
        {missing === 0 && me && (
          <Sums
            lines={[
              { label: t('unlock.balance'), value: <Tokens value={me.balance} /> },
              ...(amount === undefined || isTooMuch
                ? []
                : [{ label: t('tip.after'), value: <Tokens value={exact(me.balance - amount)} />, total: true }]),
            ]}
          />
        )}
      </form>
    </Sheet>
  )
}
