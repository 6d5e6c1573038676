// Who carries picture and sound: the engine that comes along, or LiveKit or Agora (docs/adr/0020), and where those two report what happens there.
import Type, { type Static } from 'typebox'
import { endpoints, Flag } from '#contract/endpoint.ts'

/** A stream keeps the one it began with. */
export const ProviderName = Type.Enum(['embedded', 'livekit', 'agora'])
export type ProviderName = Static<typeof ProviderName>

/** Anybody may call it; what is not signed by the provider is refused. Where a provider was not given its keys, nothing is here. An event of a room that is none of ours is received and changes nothing. */
const hook = {
  method: 'POST',
  for: 'anyone',
  inClosedCountry: true,
  query: Type.Object({}, { additionalProperties: true }),
  body: Type.Object({}, { additionalProperties: true }),
  reply: Type.Object({ received: Flag }),
  refuses: ['not_found', 'signature_invalid', 'signature_expired', 'event_unknown', 'live_unavailable'],
  raw: true,
  duringMaintenance: true,
} as const

export const providers = endpoints({
  /**
   * Where LiveKit reports (docs.livekit.io, webhooks): `application/webhook+json`, and in `Authorization` a JWT under the API secret with the SHA-256 of
   * the bytes, good for some minutes. Each event is heard once, and one that comes late changes nothing.
   */
  livekitHook: { ...hook, path: '/streaming/livekit/callhook', summary: 'LiveKit’s signed event' },
  /** Where Agora reports (docs.agora.io, Notifications): `Agora-Signature-V2` is the HMAC-SHA256 of the bytes. One that is older than five minutes is refused. */
  agoraHook: { ...hook, path: '/streaming/agora/callhook', summary: 'Agora’s signed event' },
})
