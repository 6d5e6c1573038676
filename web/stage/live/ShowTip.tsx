import type { Stream } from '#contract/stage/live.ts'
import type { MenuItem } from '#contract/stage/tipping.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { useTranslation } from '#web/app/say.ts'
import { type Choices, TipSheet } from '#web/money/payments/TipSheet.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { cx } from '#web/ui/cx.ts'

type ShowTipProps = {
  stream: Pick<Stream, '_id' | 'performer'>
  menu: readonly MenuItem[]
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** A tip during a show: for something on the menu, or for nothing in particular; with a name in the room, or without. */
export function ShowTip({ stream, menu, open, onOpenChange }: ShowTipProps) {
  return (
    <TipSheet
      performer={stream.performer}
      during={{ streamId: stream._id, choices: (chosen) => <ShowChoices menu={menu} {...chosen} /> }}
      open={open}
      onOpenChange={onOpenChange}
    />
  )
}

function ShowChoices({ menu, menuItemId, isAnonymous, onChange }: Choices & { menu: readonly MenuItem[] }) {
  const { t } = useTranslation()
  const { number } = useAmounts()
  return (
    <div className="grid gap-3">
      {menu.length > 0 && (
        <fieldset>
          <legend className="mb-2 text-14 font-semibold">{t('show.menu')}</legend>
          <div className="grid gap-2">
            {menu.map((item) => {
              const is = item._id === menuItemId
              return (
                <button
                  key={item._id}
                  type="button"
                  aria-pressed={is}
                  onClick={() => onChange(is ? { menuItemId: undefined } : { menuItemId: item._id, amount: String(item.price) })}
                  className={cx(
                    'flex min-h-12 items-center justify-between gap-4 rounded-control px-4 py-2 text-start text-15 ring-inset transition-colors',
                    is ? 'bg-primary-wash ring-2 ring-primary' : 'ring-1 ring-line-strong hover:bg-hover',
                  )}
                >
                  <span className="min-w-0 wrap-anywhere">{item.title}</span>
                  <b className="stage-figure num text-18">{number(item.price)}</b>
                </button>
              )
            })}
          </div>
        </fieldset>
      )}
      <Checkbox
        label={t('show.tip.anonymous')}
        hint={t('show.tip.anonymous.hint')}
        checked={isAnonymous}
        onChange={(is) => onChange({ isAnonymous: is })}
      />
    </div>
  )
}
