import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { mutate } from 'swr'
import type { Order } from '#contract/catalogue/shop.ts'
import { useAct } from '#web/app/act.ts'
import { AddressChoice } from '#web/catalogue/shop/buy/AddressChoice.tsx'
import { order as orderOf } from '#web/catalogue/shop/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'

/** Sends an order elsewhere, for as long as it was not sent. */
export function ChangeAddress({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<string>()
  const {
    act: change,
    busy,
    problem: refused,
  } = useAct((api, _once, deliveryAddressId: string) => api.shop.updateOrderAddress({ id: order._id, deliveryAddressId }), {
    noIn: 'screen',
    said: () => t('orders.address.changed'),
    async done(after) {
      await mutate(orderOf(order._id).key, after, { revalidate: false })
      onClose()
    },
  })
  return (
    <Sheet
      open
      width="wide"
      onOpenChange={(open) => !open && onClose()}
      title={t('orders.address.change')}
      lead={<p>{t('orders.address.change.lead')}</p>}
      actions={
        <Button size="wide" loading={busy} disabled={!chosen} onClick={() => chosen && void change(chosen)}>
          {t('orders.address.use')}
        </Button>
      }
    >
      {refused !== undefined && <RefusedState look="inline" className="mb-4" what={t('orders.address.refused')} why={refused} />}
      <AddressChoice value={chosen} onChange={setChosen} />
    </Sheet>
  )
}
