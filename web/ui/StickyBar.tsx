import type { ReactNode } from 'react'

export type StickyBarProps = {
  /** 「NT$130／月」 */
  amount: ReactNode
  note?: ReactNode
  /** One primary button; it takes the rest of the width. */
  action: ReactNode
}

/** On a phone, the price and the act stay in reach. It takes the bottom bar's place: give the frame `bottom={null}`. */
export function StickyBar({ amount, note, action }: StickyBarProps) {
  return (
    <>
      <div className="h-[84px] md:hidden" />
      <div className="fixed inset-x-0 bottom-0 z-20 flex items-center gap-4 border-t border-line bg-raised px-4 pt-2.5 pb-[max(12px,env(safe-area-inset-bottom))] md:hidden [&>:last-child]:flex-1">
        <div className="flex-none leading-tight">
          <p className="num text-16 leading-snug! font-semibold">{amount}</p>
          {note && <p className="text-13 text-muted">{note}</p>}
        </div>
        {action}
      </div>
    </>
  )
}
