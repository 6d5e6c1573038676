import type { LucideProps } from 'lucide-react'
import type { ComponentType } from 'react'
import type { LinkProps } from 'react-router'

/** One place to go: the rail, the icon rail and the phone's bar all draw the same items. */
export type NavItem = {
  icon: ComponentType<Pick<LucideProps, 'className' | 'aria-hidden'>>
  /** One word; two characters in Chinese where possible, so that five fit a phone. */
  label: string
  to: LinkProps['to']
  /** Unread or waiting; shown when above zero. */
  count?: number | undefined
  /** The heading of the group it belongs to; those of one group stand together. Only the rail of words writes it. */
  under?: string | undefined
  /** The page asks, the frame does not know the router: true on exactly one item. */
  current?: boolean
}
