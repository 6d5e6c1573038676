// Passkeys (WebAuthn level 3): keys of a device or of a security key, in the place of the password, or of the second step's code (docs/adr/0027).
import Type, { type Static } from 'typebox'
import { Body, ById, endpoints, Flag, Id, Instant } from '#contract/endpoint.ts'
import { SignedIn } from '#contract/people/signed-in.ts'

/** `passwordless` signs in by itself; `secondFactor` stands in the place of the authenticator app's code, after the password. None becomes the other. */
export const PasskeyKind = Type.Enum(['passwordless', 'secondFactor'])
export type PasskeyKind = Static<typeof PasskeyKind>

const Bytes = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$', description: `base64url: ${description}` })
const CredentialId = Bytes(1364, 'the credential’s id')
const ClientData = Bytes(4000, 'clientDataJSON')

const Transport = Type.String({
  maxLength: 20,
  pattern: '^[a-z-]+$',
  description: 'usb, nfc, ble, smart-card, hybrid, internal, and what comes after them',
})
const Name = Type.String({ minLength: 1, maxLength: 60, description: 'what its owner calls it' })

const Descriptor = Type.Object({ id: Type.String(), type: Type.Literal('public-key'), transports: Type.Array(Type.String()) })
const milliseconds = { description: 'milliseconds' }

/** PublicKeyCredentialRequestOptionsJSON. */
const RequestOptions = Type.Object({
  challenge: Type.String({ description: 'base64url; good once, for ten minutes' }),
  rpId: Type.String(),
  timeout: Type.Integer(milliseconds),
  userVerification: Type.Enum(['required', 'preferred', 'discouraged']),
  allowCredentials: Type.Array(Descriptor, { description: 'none: whichever the authenticator has for this site' }),
})
/** PublicKeyCredentialCreationOptionsJSON. */
const CreationOptions = Type.Object({
  challenge: Type.String({ description: 'base64url; good once, for ten minutes' }),
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String({ description: 'base64url' }), name: Type.String(), displayName: Type.String() }),
  pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: Type.Literal('public-key') })),
  timeout: Type.Integer(milliseconds),
  attestation: Type.Literal('none'),
  excludeCredentials: Type.Array(Descriptor),
  authenticatorSelection: Type.Object({
    residentKey: Type.Enum(['required', 'discouraged']),
    requireResidentKey: Flag,
    userVerification: Type.Enum(['required', 'preferred', 'discouraged']),
  }),
})

const Passkey = Type.Object({
  _id: Id,
  kind: PasskeyKind,
  name: Type.String(),
  addedAt: Instant,
  usedAt: Type.Optional(Instant),
})

export const passkeys = endpoints({
  /** The oldest first, of both kinds. */
  passkeys: {
    method: 'GET',
    path: '/auth/passkeys',
    for: 'member',
    inClosedCountry: true,
    summary: 'My passkeys',
    reply: Type.Object({ passkeys: Type.Array(Passkey) }),
  },
  /**
   * What an authenticator makes a new key of. Asks for the password, where there is one, and for a code, where there is a second factor. A key for the second step
   * needs a second factor that is on. Twenty keys at most.
   */
  beginPasskey: {
    method: 'POST',
    path: '/auth/passkeys/begin',
    for: 'member',
    inClosedCountry: true,
    summary: 'Begin to add a passkey',
    body: Body({
      kind: PasskeyKind,
      currentPassword: Type.Optional(Type.String({ maxLength: 200 })),
      code: Type.Optional(Type.String({ minLength: 6, maxLength: 40, description: 'as for the second step' })),
    }),
    reply: CreationOptions,
    refuses: [
      'wrong_password',
      'wrong_code',
      'sign_in_again',
      'account_locked',
      'authenticator_lost',
      'two_factor_is_off',
      'passkeys_full',
      'passkeys_unavailable',
    ],
    rate: 'sign-in',
  },
  /** What the authenticator made. Its owner is told by letter. */
  addPasskey: {
    method: 'POST',
    path: '/auth/passkeys',
    for: 'member',
    inClosedCountry: true,
    summary: 'Add a passkey',
    body: Body({
      kind: PasskeyKind,
      name: Name,
      id: CredentialId,
      clientDataJSON: ClientData,
      attestationObject: Bytes(20_000, 'attestationObject'),
      transports: Type.Optional(Type.Array(Transport, { maxItems: 10 })),
    }),
    reply: Passkey,
    refuses: [
      'passkey_over',
      'passkey_invalid',
      'passkey_wrong_site',
      'passkey_unverified',
      'passkey_taken',
      'passkeys_full',
      'passkeys_unavailable',
      'two_factor_is_off',
      'prohibited_term',
    ],
    rate: 'sign-in',
  },
  renamePasskey: {
    method: 'PUT',
    path: '/auth/passkeys/:id',
    for: 'member',
    inClosedCountry: true,
    summary: 'Call a passkey something else',
    params: ById,
    body: Body({ name: Name }),
    reply: Passkey,
    refuses: ['not_found', 'prohibited_term'],
  },
  /** It signs in no more, at once. Its owner is told by letter; sessions stay. */
  removePasskey: {
    method: 'DELETE',
    path: '/auth/passkeys/:id',
    for: 'member',
    inClosedCountry: true,
    summary: 'Remove a passkey',
    params: ById,
    reply: Type.Object({ removed: Flag }),
    refuses: ['not_found'],
  },
  /**
   * What an authenticator signs to let somebody in. Without a ticket: by a passkey alone, whoever’s it is. With the ticket of `two_factor_required`: by a key of
   * that second factor, and no options where it has none.
   */
  askPasskey: {
    method: 'POST',
    path: '/auth/login/passkey/options',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'Begin to sign in with a passkey',
    body: Body({ ticket: Type.Optional(Type.String({ minLength: 20, maxLength: 200 })) }),
    reply: Type.Object({ options: Type.Optional(RequestOptions) }),
    refuses: ['ticket_over', 'passkeys_unavailable'],
    rate: 'write',
    duringMaintenance: true,
  },
  /**
   * What the authenticator signed, for the token. A passkey that verified its owner is both steps in one; one of the second step comes with the first step’s
   * ticket, and without it is refused. Whose account it is, is the key’s to say; it opens the account that holds the sign-in.
   */
  enterByPasskey: {
    method: 'POST',
    path: '/auth/login/passkey',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'Sign in with a passkey',
    body: Body({
      ticket: Type.Optional(Type.String({ minLength: 20, maxLength: 200 })),
      remember: Type.Optional(Flag),
      id: CredentialId,
      clientDataJSON: ClientData,
      authenticatorData: Bytes(4000, 'authenticatorData'),
      signature: Bytes(4000, 'signature'),
      userHandle: Type.Optional(Bytes(88, 'the user’s handle')),
    }),
    reply: SignedIn,
    refuses: [
      'passkey_over',
      'passkey_unknown',
      'passkey_second_step',
      'passkey_invalid',
      'passkey_wrong_site',
      'passkey_unverified',
      'passkey_copied',
      'passkeys_unavailable',
      'ticket_over',
      'account_locked',
      'account_inactive',
      'account_closing',
      'email_not_verified',
      'performer_pending',
      'performer_rejected',
    ],
    rate: 'sign-in',
    duringMaintenance: true,
  },
})
