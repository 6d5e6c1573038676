import { Film, Music } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { useMember, useSettings } from '#web/app/session.tsx'
import { isOnItsWay, type MediaItem, remove, retry } from '#web/media/uploads/uploads.ts'
import type { Sale } from '#web/talk/messaging/drafts.ts'
import { isWithin } from '#web/talk/messaging/enclosing.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { cx } from '#web/ui/cx.ts'
import { NumberField } from '#web/ui/NumberField.tsx'
import { UploadTile } from '#web/ui/UploadTile.tsx'

type EnclosuresProps = {
  /** What is chosen, by its name (web/media/uploads). */
  list: string
  items: readonly MediaItem[]
  sale: Sale
  /** Absent where their price is agreed upon. */
  onSale: ((sale: Sale) => void) | undefined
}

/** What goes with the next message, in one row, and of a creator what it costs. A press on a photo that is sold makes it the preview. */
export function Enclosures({ list, items, sale, onSale }: EnclosuresProps) {
  const { t } = useTranslation()
  const { isPerformer } = useMember()
  const settings = useSettings()
  const { minimumItemPrice, maximumItemPrice } = settings
  const mayPreview = onSale !== undefined && sale.isOn && items.length > 1
  return (
    <div className="grid gap-2 px-3 pt-2 lg:px-7">
      <ul aria-label={t('messages.attach.list')} className="quiet-scroll flex gap-2 overflow-x-auto py-0.5">
        {items.map((item, place) => {
          const name = item.name || t('messages.attach.file', { place: place + 1 })
          const isPreview = mayPreview && item.fileId !== undefined && item.fileId === sale.previewId
          return (
            <li key={item.id} className={cx('relative w-[84px] flex-none', isPreview && 'rounded-tile ring-2 ring-link')}>
              <UploadTile
                upload={{
                  id: item.id,
                  name,
                  thumbnail: item.picture,
                  percent: isOnItsWay(item) ? item.percent : undefined,
                  error: item.state === 'failed' ? t('messages.attach.bad') : undefined,
                  chip: isPreview
                    ? t('messages.attach.preview')
                    : item.state === 'processing'
                      ? t('messages.media.processing.short')
                      : undefined,
                }}
                onRemove={() => remove(list, item.id)}
                onRetry={() => retry(list, item.id)}
                onOpen={
                  onSale && mayPreview && item.purpose === 'photo'
                    ? () => onSale({ ...sale, previewId: isPreview ? undefined : item.fileId })
                    : undefined
                }
              />
              {!item.picture && item.state !== 'failed' && (
                <span aria-hidden="true" className="pointer-events-none absolute inset-0 grid place-items-center text-muted">
                  {item.purpose === 'audio' ? <Music /> : <Film />}
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {items.map(
        (item, place) =>
          item.state === 'failed' && (
            <p key={item.id} role="alert" className="text-13 text-onair">
              {t('messages.attach.why', {
                name: item.name || t('messages.attach.file', { place: place + 1 }),
                why: item.error ?? t('messages.attach.failed'),
              })}
            </p>
          ),
      )}
      {isPerformer && onSale && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Checkbox label={t('messages.sale')} checked={sale.isOn} onChange={(isOn) => onSale({ ...sale, isOn })} />
          {sale.isOn && (
            <NumberField
              label={t('messages.sale.price')}
              hideLabel
              unit={t('messages.sale.unit')}
              value={sale.price}
              placeholder={`${minimumItemPrice}–${maximumItemPrice}`}
              error={
                sale.price !== '' && !isWithin(sale.price, settings)
                  ? t('messages.sale.bounds', { least: minimumItemPrice, most: maximumItemPrice })
                  : undefined
              }
              onChange={(event) => onSale({ ...sale, price: event.target.value })}
            />
          )}
          {mayPreview && <p className="text-13 text-muted">{t('messages.sale.preview')}</p>}
        </div>
      )}
    </div>
  )
}
