import { Ellipsis } from 'lucide-react'
import { cloneElement, type ReactElement, type ReactNode, Suspense, useState } from 'react'
import { IconButton } from '#web/ui/IconButton.tsx'
import type { MenuEntry, MenuPick } from '#web/ui/MenuOpened.tsx'
import { useUiWords } from '#web/ui/UiWords.tsx'
import { lazy } from '#web/ui/network.ts'

type MenuProps = {
  /** What the menu is about: 「作品選單」. Defaults to "more actions". */
  label?: string
  /** Another element to press; by default three dots. It must take props and ref (Button, IconButton). */
  trigger?: ReactElement<Reach>
  align?: 'start' | 'end'
  /** Where something else than its trigger opens it, too; else it knows by itself. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
} & (
  | {
      entries: MenuEntry[]
      /** A row of pictures above them. */
      picks?: MenuPick[] | undefined
      opened?: undefined
    }
  /** Where even its entries come only when they are asked for: what draws a MenuOpened. */
  | { entries?: undefined; picks?: undefined; opened: (trigger: ReactElement) => ReactNode }
)

/** What the trigger must take, besides what Base UI gives it later. */
interface Reach {
  onClick?: () => void
  onPointerEnter?: () => void
  onFocus?: () => void
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
}

const fetchMenu = () => import('#web/ui/MenuOpened.tsx')
const Opened = lazy(() => fetchMenu().then((file) => ({ default: file.MenuOpened })))

/**
 * The three dots and what is behind them. Until somebody reaches for them they are a button only: the menu and its positioning weigh
 * more than the rest of the page, so they are fetched on hover or focus and opened on the press.
 */
export function Menu({ label, trigger, entries, picks, opened, align, open, onOpenChange }: MenuProps) {
  const words = useUiWords()
  const [wanted, setWanted] = useState(false)
  const button: ReactElement<Reach> = trigger ?? (
    <IconButton label={label ?? words('moreActions')}>
      <Ellipsis />
    </IconButton>
  )
  const reach = () => void fetchMenu()
  const waiting = cloneElement(button, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: reach,
    onFocus: reach,
    onClick() {
      setWanted(true)
      onOpenChange?.(true)
    },
  })
  // Once asked for it stays, trigger and all.
  if (open && !wanted) setWanted(true)
  if (!wanted) return waiting
  return (
    <Suspense fallback={waiting}>
      {opened ? (
        opened(button)
      ) : (
        <Opened entries={entries} picks={picks} align={align ?? 'end'} trigger={button} open={open} onOpenChange={onOpenChange} />
      )}
    </Suspense>
  )
}
