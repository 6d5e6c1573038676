import type {} from '#server/money/earnings/earnings.ts'
import type {} from '#server/money/subscriptions/subscriptions.ts'
import type {} from '#server/people/follows/follows.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'
import { say } from '#server/talk/automations/automations.ts'

export function listen(outbox: Outbox): void {
  outbox.on('performer.followed', 'automations.welcome_follower', (tx, two) => say(tx, 'follower', two))
  outbox.on('subscription.started', 'automations.welcome_subscriber', (tx, two) => say(tx, 'subscriber', two))
  outbox.on('subscription.renewed', 'automations.thank_for_renewal', (tx, two) => say(tx, 'renewal', two))
  // Thanking whoever gave without a name would tell them by it.
  outbox.on('tip.given', 'automations.thank_for_tip', async (tx, { performerId, tipperId: fanId, isAnonymous }) => {
    if (!isAnonymous) await say(tx, 'tip', { performerId, fanId })
  })
}
