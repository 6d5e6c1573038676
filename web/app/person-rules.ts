// What can be said about a field before it is sent. The server decides again; these only save a round trip.
import type { Say } from '#contract/words/speaking.ts'

/** The shortest that the contract takes; judged on what was typed, because a hash is always long enough. */
export const shortestPassword = 8

/** As the contract's patterns: lower-case letters, digits, dot and underscore, 3 to 30. */
const username = /^[a-z0-9._]{3,30}$/
const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export function personRules(t: Say) {
  return {
    name: { validate: (text: string) => text.trim() !== '' || t('auth.displayName.missing') },
    username: { validate: (text: string) => username.test(text) || t('auth.username.wrong') },
    email: { validate: (text: string) => email.test(text.trim()) || t('auth.email.wrong') },
    password: { validate: (text: string) => text.length >= shortestPassword || t('auth.password.short', { count: shortestPassword }) },
  }
}
