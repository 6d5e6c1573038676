// Whose library watches and sends: fetched when a grant names its provider, and by nobody else. The engine that comes along needs none.
import type { ProviderName } from '#contract/stage/providers.ts'
import type { Way } from '#web/stage/live/carrying.ts'

/** Undefined for the engine that comes along. */
export async function otherWay(provider: ProviderName): Promise<Way | undefined> {
  if (provider === 'livekit') return import('#web/stage/live/by-livekit.ts')
  if (provider === 'agora') return import('#web/stage/live/by-agora.ts')
  return undefined
}
