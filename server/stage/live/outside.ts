// Who may carry beside the engine that comes along: wired at the start from the environment, and looked after from then on. Their secrets never come into
// the database; which one is chosen is the office's.
import type { Config } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/db/db.ts'
import { repeatedly } from '#server/platform/jobs/repeatedly.ts'
import type { Say } from '#server/platform/jobs/sparingly.ts'
import { useAgoraEvents } from '#server/stage/live/agora-events.ts'
import { agora } from '#server/stage/live/agora.ts'
import { embeddedProvider } from '#server/stage/live/embedded.ts'
import { useLiveKitEvents } from '#server/stage/live/livekit-events.ts'
import { liveKit } from '#server/stage/live/livekit.ts'
import { reconcilers, useProviders, type Provider } from '#server/stage/live/providers.ts'

type Keys = Pick<
  Config,
  'livekitUrl' | 'livekitApiKey' | 'livekitApiSecret' | 'agoraCertificate' | 'agoraCustomer' | 'agoraWebhookSecret' | 'agoraApiUrl'
>

/** Answers those that were given their keys. */
export function useOutsideProviders(db: Database, keys: Keys): readonly Provider[] {
  const { livekitUrl: url, livekitApiKey: apiKey, livekitApiSecret: apiSecret } = keys
  const ofLiveKit = url && apiKey && apiSecret ? { url, apiKey, apiSecret } : undefined
  const { agoraCertificate: certificate, agoraCustomer: customer, agoraWebhookSecret: webhookSecret, agoraApiUrl: apiUrl } = keys
  useLiveKitEvents(ofLiveKit)
  useAgoraEvents(certificate && webhookSecret)
  const outside = [...(ofLiveKit ? [liveKit(db, ofLiveKit)] : []), ...(certificate ? [agora(db, { certificate, customer, apiUrl })] : [])]
  useProviders([embeddedProvider(db), ...outside])
  return outside
}

/** Between two looks. */
const everyMs = 5000

/** Looks on until it is stopped, at each provider by itself: one that is slow keeps no other waiting. @param onError said as repeatedly() does */
export function watchProviders(onError: Say): { stop: () => Promise<void> } {
  const watches = reconcilers().map((look) => repeatedly(everyMs, onError, look))
  return { stop: async () => void (await Promise.all(watches.map((each) => each.stop()))) }
}
