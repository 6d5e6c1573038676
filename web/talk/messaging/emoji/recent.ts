// What somebody writes with most of the time, kept in this browser under their account.
import type { SkinTone } from 'frimousse'
import { storedOwn, storeOwn } from '#web/app/own-storage.ts'

/** One row. */
const most = 8

export function recentOf(ownId: string): string[] {
  const stored = storedOwn(ownId, 'emoji.recent')
  return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string').slice(0, most) : []
}

export function keepRecent(ownId: string, emoji: string): void {
  storeOwn(ownId, 'emoji.recent', withNewest(recentOf(ownId), emoji))
}

/** The newest first, and each once. */
export function withNewest(recent: readonly string[], emoji: string): string[] {
  return [emoji, ...recent.filter((each) => each !== emoji)].slice(0, most)
}

const tones: readonly unknown[] = ['none', 'light', 'medium-light', 'medium', 'medium-dark', 'dark'] satisfies SkinTone[]

export function toneOf(ownId: string): SkinTone {
  const stored = storedOwn(ownId, 'emoji.tone')
  return tones.includes(stored) ? (stored as SkinTone) : 'none'
}

export function keepTone(ownId: string, tone: SkinTone): void {
  storeOwn(ownId, 'emoji.tone', tone)
}
