import { Tabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { tabLook, tabStrip } from '#web/ui/LinkTabs.tsx'

export type StateTabsProps<Value extends string> = {
  label: string
  tabs: { value: Value; label: ReactNode; count?: ReactNode; panel: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
  className?: string
}

/** Tabs that live in the page only: inside a sheet, a composer. Arrow keys move between them. */
export function StateTabs<Value extends string>({ label, tabs, value, onChange, className }: StateTabsProps<Value>) {
  return (
    <Tabs.Root value={value} onValueChange={(next) => onChange(next as Value)} className={className}>
      <Tabs.List aria-label={label} className={tabStrip}>
        {tabs.map((tab) => (
          <Tabs.Tab
            key={tab.value}
            value={tab.value}
            className={cx(
              tabLook,
              'data-active:font-semibold data-active:text-text data-active:after:absolute data-active:after:inset-x-0 data-active:after:bottom-0 data-active:after:h-0.5 data-active:after:rounded-full data-active:after:bg-text',
            )}
          >
            {tab.label}
            {tab.count !== undefined && <span className="num text-13 font-normal text-muted">{tab.count}</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.value} value={tab.value} className="pt-4">
          {tab.panel}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  )
}
