import type { ComponentType } from 'react'
import { bringWords } from '#web/app/words.ts'
import { lazy } from '#web/ui/network.ts'

/** A piece that most posts do without: fetched when one needs it, together with the words that it says. */
export function withWords<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    const [piece] = await Promise.all([load(), bringWords('talk')])
    return { default: piece }
  })
}
