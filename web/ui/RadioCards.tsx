import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'

type RadioCard<Value extends string> = {
  value: Value
  /** 「1,000代幣」, 「按月」 */
  label: ReactNode
  /** Green and small under it: 「省NT$20」 */
  gain?: ReactNode
  /** At the right, semibold: the price. */
  amount?: ReactNode
  /** Muted under the price. */
  amountNote?: ReactNode
  disabled?: boolean
}
export type RadioCardsProps<Value extends string> = {
  /** Names the group for screen readers: 「儲值代幣」 */
  label: string
  /** Over the cards, too: where one group stands under another. */
  showLabel?: boolean
  cards: RadioCard<Value>[]
  value: Value | undefined
  onChange: (value: Value) => void
  name?: string
}

/** Packages and plans, all in view. Chosen is a blue outline, a wash and the dot: keep all three. */
export function RadioCards<Value extends string>({ label, showLabel = false, cards, value, onChange, name }: RadioCardsProps<Value>) {
  const id = useId()
  const group = useRef<HTMLDivElement>(null)
  // As a Checkbox does.
  const takeEarly = useEffectEvent(() => {
    const early = cards.find((card) => card.value === group.current?.querySelector<HTMLInputElement>('input:checked')?.value)
    if (early && early.value !== value) onChange(early.value)
  })
  useEffect(() => takeEarly(), [])
  return (
    <div ref={group} role="radiogroup" aria-label={label} className="grid gap-2">
      {showLabel && (
        <span aria-hidden="true" className="text-14 font-semibold">
          {label}
        </span>
      )}
      {cards.map((card) => (
        <label
          key={card.value}
          className="flex min-h-14 cursor-pointer items-center gap-3 rounded-control px-4 py-2.5 text-15 ring-1 ring-line-strong transition-colors ring-inset has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-link has-checked:bg-primary-wash has-checked:ring-2 has-checked:ring-primary has-disabled:cursor-default has-disabled:opacity-45"
        >
          <input
            type="radio"
            name={name ?? id}
            value={card.value}
            checked={card.value === value}
            onChange={() => onChange(card.value)}
            disabled={card.disabled ?? false}
            aria-labelledby={`${id}-${card.value}`}
            className="size-5 flex-none appearance-none rounded-full ring-[1.5px] ring-line-strong transition-shadow outline-none ring-inset checked:ring-[6px] checked:ring-primary"
          />
          <span id={`${id}-${card.value}`} className="flex min-w-0 flex-1 items-center justify-between gap-3">
            <span className="num min-w-0">
              {card.label}
              {card.gain && <span className="block text-13 text-success-text">{card.gain}</span>}
            </span>
            {card.amount && (
              <span className="num flex-none text-end font-semibold">
                {card.amount}
                {card.amountNote && <span className="block text-13 font-normal text-muted">{card.amountNote}</span>}
              </span>
            )}
          </span>
        </label>
      ))}
    </div>
  )
}
