import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { Order } from '#contract/catalogue/shop.ts'
import type { Parcel } from '#web/catalogue/shop/orders/moving.ts'
import { Button } from '#web/ui/Button.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

type ParcelSheetProps = { order: Order; title: string; busy: boolean; onSend: (parcel: Parcel) => void; onClose: () => void }

/** How the parcel travels: all of it may stay empty. */
export function ParcelSheet({ order, title, busy, onSend, onClose }: ParcelSheetProps) {
  const { t } = useTranslation()
  const [carrier, setCarrier] = useState(order.carrier)
  const [shippingCode, setCode] = useState(order.shippingCode)
  const [note, setNote] = useState(order.note)
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      lead={<p>{t('orders.ship.lead')}</p>}
      actions={
        <Button size="wide" loading={busy} onClick={() => onSend({ carrier, shippingCode, note })}>
          {title}
        </Button>
      }
    >
      <div className="grid gap-4">
        <TextField
          label={t('orders.carrier')}
          placeholder={t('orders.carrier.placeholder')}
          maxLength={80}
          value={carrier}
          onChange={(event) => setCarrier(event.target.value)}
        />
        <TextField label={t('orders.code')} maxLength={120} value={shippingCode} onChange={(event) => setCode(event.target.value)} />
        <TextArea
          label={t('orders.noteToBuyer')}
          maxLetters={500}
          rows={2}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
    </Sheet>
  )
}
