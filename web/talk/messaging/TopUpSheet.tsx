import { NotCharged } from '#web/money/payments/NotCharged.tsx'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { mutate } from 'swr'
import { untilLeft, useAct } from '#web/app/act.ts'
import { exact, useAmounts } from '#web/app/amounts.ts'
import { useTranslation } from '#web/app/say.ts'
import { meKey, useMember } from '#web/app/session.tsx'
import { TopUpChoice } from '#web/money/payments/TopUpChoice.tsx'
import { useTopUp } from '#web/money/payments/top-up.ts'
import type { Unsent } from '#web/talk/messaging/outbox.ts'
import { Button } from '#web/ui/Button.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'

type TopUpSheetProps = { line: Unsent; onClose: () => void; onToppedUp: () => void }

/** For a message that costs more than there is. The line waits in this browser; back from the payment page it goes out by itself. */
export function TopUpSheet({ line: { clientId, expectedPrice = 0 }, onClose, onToppedUp }: TopUpSheetProps) {
  const { t } = useTranslation()
  const me = useMember()
  const { money } = useAmounts()
  const { pathname } = useLocation()
  const [open, setOpen] = useState(true)
  const missing = Math.max(0, exact(expectedPrice - me.balance))
  const topUp = useTopUp(missing, `${pathname}?send=${clientId}`)
  const paying = useAct(
    async () => {
      if (missing > 0 && !(await topUp.pay())) await untilLeft()
      await mutate(meKey)
    },
    { noIn: 'screen', unsure: 'unlock.unsure', done: onToppedUp },
  )
  const label =
    missing === 0
      ? t('messages.again')
      : topUp.chosen && t(topUp.isPart ? 'unlock.topUpFirst' : 'messages.topUp.pay', { amount: money(topUp.chosen.price) })
  return (
    <Sheet
      open={open}
      onOpenChange={(isOpen) => {
        setOpen(isOpen)
        if (!isOpen) onClose()
      }}
      title={t('messages.topUp.title')}
      actions={
        label && (
          <Button size="wide" loading={paying.busy} onClick={() => void paying.act()}>
            {label}
          </Button>
        )
      }
    >
      <div className="grid gap-5">
        {paying.problem !== undefined && <NotCharged why={paying.problem} isUnsure={paying.isUnsure} />}
        {missing > 0 && <TopUpChoice missing={missing} then={t('messages.topUp.then')} topUp={topUp} />}
      </div>
    </Sheet>
  )
}
