import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mutate } from 'swr'
import type { Order } from '#contract/catalogue/shop.ts'
import { sentenceOf } from '#web/app/api.ts'
import { useApi } from '#web/app/session.tsx'
import { AddressChoice } from '#web/catalogue/shop/buy/AddressChoice.tsx'
import { order as orderOf } from '#web/catalogue/shop/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { useToast } from '#web/ui/Toast.tsx'

/** Sends an order elsewhere, for as long as it was not sent. */
export function ChangeAddress({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const [chosen, setChosen] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const change = async () => {
    if (!chosen) return
    setBusy(true)
    setRefused(undefined)
    try {
      const after = await api.shop.updateOrderAddress({ id: order._id, deliveryAddressId: chosen })
      await mutate(orderOf(order._id).key, after, { revalidate: false })
      toast.show(t('orders.address.changed'))
      onClose()
    } catch (error) {
      setRefused(sentenceOf(error, t('shell.tryLater')))
      setBusy(false)
    }
  }
  return (
    <Sheet
      open
      width="wide"
      onOpenChange={(open) => !open && onClose()}
      title={t('orders.address.change')}
      lead={<p>{t('orders.address.change.lead')}</p>}
      actions={
        <Button size="wide" loading={busy} disabled={!chosen} onClick={() => void change()}>
          {t('orders.address.use')}
        </Button>
      }
    >
      {refused !== undefined && <RefusedState look="inline" className="mb-4" what={t('orders.address.refused')} why={refused} />}
      <AddressChoice value={chosen} onChange={setChosen} />
    </Sheet>
  )
}
