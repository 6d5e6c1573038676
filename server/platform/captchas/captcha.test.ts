// What every captcha keeps, whoever gives it; then what each provider's own protocol has besides.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { altcha, challengeFor } from '#server/platform/captchas/altcha.ts'
import { type Captcha, CaptchaAway, type Wanted } from '#server/platform/captchas/captcha.ts'
import { hcaptcha } from '#server/platform/captchas/hcaptcha.ts'
import { recaptchaV2, recaptchaV3 } from '#server/platform/captchas/recaptcha.ts'
import { payload, solved } from '#server/platform/captchas/testing-altcha.ts'
import { captchaSecret, startSiteverify, type SiteverifyFake, type Trouble } from '#server/platform/captchas/testing-siteverify.ts'
import { turnstile } from '#server/platform/captchas/turnstile.ts'
import { useSecret } from '#server/platform/config/keys.ts'

let fake: SiteverifyFake
beforeAll(async () => {
  useSecret(randomBytes(32))
  fake = await startSiteverify()
})
afterAll(() => fake.close())
beforeEach(() => {
  fake.asked.length = 0
  patienceMs = 60_000
})

const now = new Date()
const wanted: Wanted = { action: 'accounts_register', hosts: ['stagedoor.example', 'www.stagedoor.example'], now }
let patienceMs = 60_000
const at = () => ({ url: fake.url, timeoutMs: patienceMs })

interface Stand {
  captcha: (secret?: string) => Captcha
  give: (of?: { action?: string; hostname?: string; at?: Date }) => Promise<string>
  /** Its answer says for which form a token was given. */
  namesForms: boolean
}

const outside = (
  captcha: (secret: string, at: { url: string; timeoutMs: number }) => Captcha,
  more: object,
  namesForms: boolean,
): Stand => ({
  captcha: (secret = captchaSecret) => captcha(secret, at()),
  give: async ({ action = 'accounts_register', hostname = 'stagedoor.example' } = {}) =>
    fake.give({ hostname, ...(namesForms && { action }), ...more }),
  namesForms,
})

const stands: Record<string, Stand> = {
  turnstile: outside(turnstile, {}, true),
  hcaptcha: outside(hcaptcha, {}, false),
  recaptcha_v2: outside(recaptchaV2, {}, false),
  recaptcha_v3: outside((secret, place) => recaptchaV3(secret, 0.5, place), { score: 0.9 }, true),
  altcha: {
    captcha: () => altcha,
    give: async ({ action = 'accounts_register', at: made = now } = {}) => solved((await challengeFor(action, made)).challenge),
    namesForms: true,
  },
}

describe.each(Object.entries(stands))('%s', (name, { captcha, give, namesForms }) => {
  test('bears the name that the settings have for it', () => expect(captcha().name).toBe(name))

  test('a token that it gave for this form passes', async () => {
    expect(await captcha().check(await give(), wanted)).toMatchObject({ passed: true })
  })

  test('whoever asks about no form in particular is told yes, and for which form it was given', async () => {
    const verdict = await captcha().check(await give({ action: 'contact_send' }), { ...wanted, action: undefined })
    expect(verdict).toMatchObject({ passed: true, ...(namesForms && { action: 'contact_send' }) })
  })

  test('one of another form does not pass, where the provider says whose it is', async () => {
    const verdict = await captcha().check(await give({ action: 'contact_send' }), wanted)
    expect(verdict.passed).toBe(!namesForms)
  })

  test('what it never gave does not pass, nor what is no token at all', async () => {
    for (const token of [
      '03.nobody-gave-this',
      payload({ challenge: {} }),
      payload([]),
      payload(null),
      'x',
      'ü',
      '<script>',
      'a b',
      'x'.repeat(9000),
    ]) {
      const identity = captcha().identityOf(token)
      if (identity !== undefined) expect(await captcha().check(token, wanted)).toEqual({ passed: false })
    }
    for (const token of ['ü', '<script>', 'a b', 'x'.repeat(9000)]) expect(captcha().identityOf(token)).toBeUndefined()
  })

  test('two tokens are two, and one is itself', async () => {
    const [one, other] = [await give(), await give()]
    expect(captcha().identityOf(one)).toBe(captcha().identityOf(one))
    expect(captcha().identityOf(one)).not.toBe(captcha().identityOf(other))
  })

  test('it is there to be asked', () => captcha().ensureThere())
})

describe.each(Object.entries(stands).filter(([name]) => name !== 'altcha'))('%s, asked over the network', (name, { captcha, give }) => {
  test('it is sent the token and the secret, and nothing about who sent the form', async () => {
    const token = await give()
    await captcha().check(token, wanted)
    expect(fake.asked.map((form) => Object.fromEntries(form))).toEqual([{ secret: captchaSecret, response: token }])
  })

  test('a token passes there once, and one that is over never', async () => {
    const token = await give()
    expect((await captcha().check(token, wanted)).passed).toBe(true)
    expect((await captcha().check(token, wanted)).passed).toBe(false)
    const old = await give()
    fake.expire(old)
    expect((await captcha().check(old, wanted)).passed).toBe(false)
  })

  test('one that was given on another site does not pass, under either of ours it does, however it is written', async () => {
    expect((await captcha().check(await give({ hostname: 'evil.example' }), wanted)).passed).toBe(false)
    expect((await captcha().check(await give({ hostname: 'stagedoor.example.evil.example' }), wanted)).passed).toBe(false)
    expect((await captcha().check(await give({ hostname: 'WWW.Stagedoor.example' }), wanted)).passed).toBe(true)
  })

  test.each<Trouble>(['status', 'too-many', 'nonsense', 'not-json', 'lost', 'silent', 'endless', 'internal-error'])(
    'an answer that is none (%s) is neither yes nor no',
    async (trouble) => {
      const token = await give()
      if (trouble === 'silent') patienceMs = 100
      fake.troubleNext(trouble)
      await expect(captcha().check(token, wanted)).rejects.toThrow(CaptchaAway)
      fake.troubleNext(trouble)
      await expect(captcha().ensureThere()).rejects.toThrow(CaptchaAway)
    },
  )

  test('an answer that was lost used the token up: the next one is a no, and a new token is asked for', async () => {
    const token = await give()
    fake.troubleNext('lost')
    await expect(captcha().check(token, wanted)).rejects.toThrow(CaptchaAway)
    expect((await captcha().check(token, wanted)).passed).toBe(false)
  })

  test('keys that are wrong or missing are the operator’s to mend, and say nothing about the token', async () => {
    await expect(captcha('another-secret-than-ours').check(await give(), wanted)).rejects.toThrow(`${name} answers invalid-input-secret`)
    await expect(captcha('').check(await give(), wanted)).rejects.toThrow('no secret key')
    await expect(captcha('').ensureThere()).rejects.toThrow(CaptchaAway)
  })

  test('nobody listening is nobody to tell', async () => {
    const gone = await startSiteverify()
    await gone.close()
    const { url } = fake
    fake.url = gone.url
    await expect(captcha().check('03.some-token', wanted)).rejects.toThrow(CaptchaAway)
    fake.url = url
  })

  test('what could be no token is sent to nobody', async () => {
    expect(captcha().identityOf('"><script>')).toBeUndefined()
    expect(fake.asked).toEqual([])
  })
})

test('hCaptcha may not know the host, which its documents allow; the others always do', async () => {
  const unknown = () => fake.give({ hostname: 'not-provided', action: 'accounts_register', score: 0.9 })
  expect((await hcaptcha(captchaSecret, at()).check(unknown(), wanted)).passed).toBe(true)
  for (const strict of [turnstile(captchaSecret, at()), recaptchaV2(captchaSecret, at()), recaptchaV3(captchaSecret, 0.5, at())]) {
    expect((await strict.check(unknown(), wanted)).passed).toBe(false)
    expect((await strict.check(fake.give({ action: 'accounts_register', score: 0.9 }), wanted)).passed).toBe(false)
  }
})

test('reCAPTCHA v3 lets in from the score that the operator set, and tells it', async () => {
  const scored = (score: number) => fake.give({ hostname: 'stagedoor.example', action: 'accounts_register', score })
  const captcha = recaptchaV3(captchaSecret, 0.6, at())
  expect(await captcha.check(scored(0.6), wanted)).toEqual({ passed: true, score: 0.6, action: 'accounts_register' })
  expect(await captcha.check(scored(0.59), wanted)).toEqual({ passed: false })
})

test('keys of reCAPTCHA v2 under version 3 are a mistake of the operator’s, not everybody’s pass', async () => {
  const token = fake.give({ hostname: 'stagedoor.example' })
  await expect(recaptchaV3(captchaSecret, 0.5, at()).check(token, wanted)).rejects.toThrow('another version')
})

describe('altcha', () => {
  test('a puzzle ends', async () => {
    const { challenge, expiresAt } = await challengeFor('accounts_register', now)
    const token = await solved(challenge)
    expect((await altcha.check(token, { ...wanted, now: new Date(expiresAt.getTime() - 1) })).passed).toBe(true)
    expect((await altcha.check(token, { ...wanted, now: expiresAt })).passed).toBe(false)
  })

  test('nothing of it can be made easier, longer, or another form’s', async () => {
    const { challenge } = await challengeFor('accounts_register', now)
    const { solution } = JSON.parse(Buffer.from(await solved(challenge), 'base64').toString()) as {
      solution: { counter: number; derivedKey: string }
    }
    const { parameters } = challenge
    const forged = [
      { challenge: { ...challenge, parameters: { ...parameters, keyPrefix: '0' } }, solution },
      { challenge: { ...challenge, parameters: { ...parameters, expiresAt: parameters.expiresAt + 1000 } }, solution },
      { challenge: { ...challenge, parameters: { ...parameters, nonce: '0'.repeat(32) } }, solution },
      { challenge: { ...challenge, parameters: { ...parameters, data: { action: 'contact_send' } } }, solution },
      { challenge: { ...challenge, signature: '0'.repeat(64) }, solution },
      {
        challenge,
        solution: { ...solution, derivedKey: `${solution.derivedKey.slice(0, -2)}${solution.derivedKey.endsWith('00') ? '11' : '00'}` },
      },
    ]
    for (const each of forged) expect((await altcha.check(payload(each), { ...wanted, action: undefined })).passed).toBe(false)
  })

  test('the same solution written otherwise is the same token', async () => {
    const token = await solved((await challengeFor('accounts_register', now)).challenge)
    const spaced = Buffer.from(JSON.stringify(JSON.parse(Buffer.from(token, 'base64').toString()), null, 2)).toString('base64')
    expect(spaced).not.toBe(token)
    expect(altcha.identityOf(spaced)).toBe(altcha.identityOf(token))
  })

  test('one that another site signed does not pass here', async () => {
    const token = await solved((await challengeFor('accounts_register', now)).challenge)
    useSecret(randomBytes(32))
    expect((await altcha.check(token, wanted)).passed).toBe(false)
  })
})
