import type { federation, SocialEntered } from '#contract/people/federation.ts'
import type { Call, Handlers } from '#server/platform/http/handlers.ts'
import { signInOf, type Viewer } from '#server/platform/http/viewer.ts'
import { refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import { say } from '#server/platform/words/words.ts'
import { codeOf, forgetArrival, type Entered } from '#server/people/accounts/accounts.ts'
import * as door from '#server/people/federation/federation.ts'

/** specification.md section 9: social-login cookies are kept for a day. */
const daySeconds = 86_400

export const handlers: Handlers<typeof federation> = {
  async begin(call, { provider, ...wish }) {
    const { url, browser } = await door.begin(call.db, provider, wish, { browser: call.cookies.get('social') })
    keep(call, { social: browser, role: wish.role ?? 'user' })
    return { url }
  },

  async complete(call, { provider, ...back }) {
    return outcome(call, await door.complete(call.db, provider, back, call.cookies.get('social'), comer(call)))
  },

  async twitterLogin(call, wish) {
    const { token, secret, url } = await door.beginTwitter(call.db, wish, null)
    keep(call, { oauthToken: token, oauthTokenSecret: secret, role: wish.role ?? 'user' })
    return { oauthToken: token, oauthTokenSecret: secret, url }
  },

  async twitterCallback(call, { oauthToken, oauthTokenSecret, oauthVerifier }) {
    const secret = oauthTokenSecret ?? call.cookies.get('oauthTokenSecret')
    const found = await door.completeTwitter(call.db, { token: oauthToken, secret, verifier: oauthVerifier }, comer(call))
    for (const name of ['oauthToken', 'oauthTokenSecret']) call.cookies.clear(name)
    return outcome(call, found)
  },

  async googleLogin(call, { tokenId, role }) {
    return outcome(call, await door.enterByIdToken(call.db, tokenId, wishOf(role), comer(call)))
  },

  async googleToken(call, { code, redirectUri, state, role }) {
    if (state === undefined) return outcome(call, await door.exchangeGoogle(call.db, { code, redirectUri }, wishOf(role), comer(call)))
    if (redirectUri !== door.callbackOf('google')) refuse('sign_in_refused')
    return outcome(call, await door.complete(call.db, 'google', { code, state }, call.cookies.get('social'), comer(call)))
  },

  async panToken(call, { accessToken }) {
    return outcome(call, await door.enterByAccessToken(call.db, accessToken, comer(call)))
  },

  async register(call, person) {
    const referralCode = await codeOf(call, person.referralCode)
    const session = await door.register(call.db, { ...person, referralCode }, from(call), call.language)
    forgetArrival(call.cookies)
    return session ? signedIn(call, session) : { message: say(call.language, 'accounts.said.verify') }
  },

  async registerPerformer(call, person) {
    const idVerification = call.files['idVerification'] ?? refuseField('idVerification', 'file_required')
    const documentVerification = call.files['documentVerification'] ?? refuseField('documentVerification', 'file_required')
    const referralCode = await codeOf(call, person.referralCode)
    await door.registerPerformer(call.db, { ...person, referralCode }, { idVerification, documentVerification }, call.language)
    forgetArrival(call.cookies)
    return { message: say(call.language, 'identity.said.applied') }
  },

  async identities({ db, viewer }) {
    const { hasPassword, ways } = await door.waysOf(db, signInOf(viewer))
    return {
      hasPassword,
      ways: ways.map(({ identity, ...way }) => ({
        ...way,
        ...(identity && {
          identity: {
            _id: identity.id,
            ...(identity.name !== null && { name: identity.name }),
            ...(identity.email !== null && { email: identity.email }),
            linkedAt: identity.linkedAt.toISOString(),
            usedAt: identity.usedAt.toISOString(),
          },
        }),
      })),
    }
  },

  async beginLink(call, { provider, currentPassword }) {
    const accountId = signInOf(call.viewer)
    await door.mayLink(call.db, accountId, call.viewer.sessionId, provider, currentPassword)
    const wish = { redirect: '/settings#identities' }
    if (provider === 'twitter') {
      const { token, secret, url } = await door.beginTwitter(call.db, wish, accountId)
      keep(call, { oauthToken: token, oauthTokenSecret: secret })
      return { url }
    }
    const { url, browser } = await door.begin(call.db, provider, wish, { browser: call.cookies.get('social'), accountId })
    keep(call, { social: browser })
    return { url }
  },

  async unlink(call, { id }) {
    await call.db.transaction((tx) => door.unlink(tx, signInOf(call.viewer), id, call.ip))
    return { unlinked: true }
  },
}

const wishOf = (role: 'user' | 'performer' | undefined): door.Wish => (role ? { role } : {})
const from = (call: Call) => ({ ip: call.ip, userAgent: call.userAgent, device: call.cookies.get('device') })

/** An impersonated session is nobody's own: it links nothing. */
function comer(call: Call<Viewer>): door.Comer {
  const { viewer } = call
  return { ...from(call), ...(viewer.kind === 'member' && !viewer.actorId && { accountId: signInOf(viewer) }) }
}

function keep(call: Pick<Call, 'cookies'>, cookies: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(cookies)) call.cookies.set(name, value, { maxAgeSeconds: daySeconds })
}

function outcome(call: Pick<Call, 'cookies'>, found: door.Outcome): SocialEntered {
  const goes = found.goesTo === '' ? {} : { redirect: found.goesTo }
  if (found.is === 'linked') return { isNew: false, linked: true, ...goes }
  if (found.is === 'in') return { isNew: false, ...signedIn(call, found.session), ...goes }
  const { provider, label, name, email, isEmailVerified: emailVerified } = found.said
  return {
    isNew: true,
    ticket: found.ticket,
    said: { provider, label, role: found.role, ...(name !== undefined && { name }), ...(email !== undefined && { email }), emailVerified },
    ...goes,
  }
}

function signedIn(call: Pick<Call, 'cookies'>, { token, expiresAt, maxAgeSeconds, device }: Entered) {
  call.cookies.set('token', token, { maxAgeSeconds })
  // As long as browsers keep any cookie: 400 days.
  call.cookies.set('device', device, { maxAgeSeconds: 400 * daySeconds })
  return { token, expiresAt: expiresAt.toISOString() }
}
