import { Minus, Plus } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { IconButton } from '#web/ui/IconButton.tsx'

/** How many pieces, from one to what is there. */
export function Quantity({ value, most, onChange }: { value: number; most: number; onChange: (value: number) => void }) {
  const { t } = useTranslation()
  return (
    <div className="flex items-center justify-between gap-4">
      <span id="quantity" className="text-14 font-semibold">
        {t('shop.quantity')}
      </span>
      <div role="group" aria-labelledby="quantity" className="flex items-center gap-1">
        <IconButton label={t('shop.fewer')} disabled={value <= 1} onClick={() => onChange(value - 1)}>
          <Minus />
        </IconButton>
        <output aria-live="polite" className="num min-w-8 text-center text-16 font-semibold">
          {value}
        </output>
        <IconButton label={t('shop.more')} disabled={value >= most} onClick={() => onChange(value + 1)}>
          <Plus />
        </IconButton>
      </div>
    </div>
  )
}
