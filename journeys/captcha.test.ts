// Forms that a person has to have filled in, over HTTP: the site's own captcha, and a provider of outside that answers on the loopback.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { asksForCaptcha, type Endpoint, type Endpoints } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { type House, openHouse, type Person, picture } from '#journeys/house.ts'
import { solved } from '#server/platform/captchas/testing-altcha.ts'
import { captchaSecret, startSiteverify, type SiteverifyFake } from '#server/platform/captchas/testing-siteverify.ts'
import { refusalsOf } from '#server/platform/http/openapi.ts'

let house: House
let office: Person
let fake: SiteverifyFake
beforeAll(async () => {
  fake = await startSiteverify()
  house = await openHouse({
    PUBLIC_URL: 'https://stagedoor.example',
    TURNSTILE_SECRET: captchaSecret,
    RECAPTCHA_SECRET: captchaSecret,
    CAPTCHA_API_URL: fake.url,
  })
  office = await house.staff()
})
afterAll(async () => {
  await house.close()
  await fake.close()
})
beforeEach(() => choose({ captchaProvider: 'altcha' }))

const choose = (values: Record<string, unknown>) => office.api.admin.saveSettings({ values })

let count = 0
async function newcomer() {
  const { termsVersion } = await house.visitor().settings.public({})
  const username = `guest${++count}`
  return {
    username,
    name: 'Wen',
    email: `${username}@stagedoor.example`,
    password: 'correct horse of the guests',
    dateOfBirth: '1990-05-17',
    acceptedTermsVersion: termsVersion,
  }
}
const workedOut = async (action: string) => solved((await house.visitor().captcha.challenge({ action })).challenge)
const given = (action: string, more: object = {}) => fake.give({ hostname: 'stagedoor.example', action, ...more })

const forms = Object.entries<Endpoints>(contract).flatMap(([slice, table]) =>
  Object.entries<Endpoint>(table).flatMap(([name, row]) => (asksForCaptcha(row) ? [[`${slice}.${name}`, row] as const] : [])),
)

test('these forms ask, and no others', () => {
  expect(forms.map(([name]) => name).toSorted()).toEqual([
    'accounts.forgot',
    'accounts.login',
    'accounts.register',
    'contact.send',
    'identity.register',
  ])
})

test('none of them is answered from an earlier one: its token is spent by then', () => {
  expect(forms.filter(([, row]) => row.idempotent)).toEqual([])
})

/** What each of them takes, but for a token. */
async function filled(name: string): Promise<Record<string, unknown>> {
  const { username, name: called, email, password, dateOfBirth, acceptedTermsVersion } = await newcomer()
  const of: Record<string, Record<string, unknown>> = {
    'accounts.login': { username, password },
    'accounts.forgot': { email },
    'accounts.register': { username, name: called, email, password, dateOfBirth, acceptedTermsVersion },
    'contact.send': { name: called, email, message: 'When do doors open?' },
    'identity.register': {
      username,
      name: called,
      email,
      password,
      dateOfBirth,
      acceptedTermsVersion,
      acceptedAgreement: true,
      gender: 'female',
      country: 'TW',
      phone: '+886 900 000 000',
      idVerification: await picture(40, 30, 1),
      documentVerification: await picture(40, 30, 2),
    },
  }
  return of[name]!
}

test.each(forms)(
  '%s is refused without a token, with a wrong one, another form’s and a used one, and let in with its own',
  async (name, row) => {
    const action = name.replace('.', '_')
    const [slice = '', act = ''] = name.split('.')
    const call = async (captchaToken?: string) => {
      const api = house.visitor() as unknown as Record<string, Record<string, (input: object) => Promise<unknown>>>
      return api[slice]![act]!({ ...(await filled(name)), ...(captchaToken !== undefined && { captchaToken }) }).then(
        () => 'done',
        (no: { code: string }) => no.code,
      )
    }
    expect(refusalsOf(row)).toEqual(expect.arrayContaining(['captcha_required', 'captcha_failed']))
    expect(await call()).toBe('captcha_required')
    expect(await call('made up')).toBe('captcha_failed')
    expect(await call(await workedOut(action === 'contact_send' ? 'accounts_login' : 'contact_send'))).toBe('captcha_failed')
    const token = await workedOut(action)
    // Nobody of this name is there: that is what a sign-in is told once its captcha passed.
    expect(await call(token)).toBe(name === 'accounts.login' ? 'incorrect_credentials' : 'done')
    expect(await call(token)).toBe('captcha_failed')
  },
)

test('the site’s own captcha: the operator switches it on, a visitor registers with it, and the same token again is refused', async () => {
  expect((await house.visitor().settings.public({})).captchaProvider).toBe('altcha')
  const captchaToken = await workedOut('accounts_register')
  const { token } = await house.visitor().accounts.register({ ...(await newcomer()), captchaToken })
  expect((await house.as(token!).me.user({})).roles).toContain('user')
  await expect(house.visitor().accounts.register({ ...(await newcomer()), captchaToken })).rejects.toMatchObject({ code: 'captcha_failed' })
})

test('a refused form used its token up: what was wrong is corrected, and sent with a new one', async () => {
  const person = await newcomer()
  const captchaToken = await workedOut('accounts_register')
  const child = { ...person, dateOfBirth: '2020-01-01' }
  await expect(house.visitor().accounts.register({ ...child, captchaToken })).rejects.toMatchObject({ code: 'under_age' })
  await expect(house.visitor().accounts.register({ ...person, captchaToken })).rejects.toMatchObject({ code: 'captcha_failed' })
  expect(await house.visitor().accounts.register({ ...person, captchaToken: await workedOut('accounts_register') })).toHaveProperty('token')
})

test('a form that is wrong in itself costs no token', async () => {
  const captchaToken = await workedOut('contact_send')
  const letter = { name: 'Kai', email: 'kai@stagedoor.example', message: 'Hello', captchaToken }
  await expect(house.visitor().contact.send({ ...letter, email: 'nobody' })).rejects.toMatchObject({ code: 'invalid' })
  expect(await house.visitor().contact.send(letter)).toHaveProperty('message')
})

test('a client that asks first is told once, and its form goes through', async () => {
  const token = await workedOut('accounts_register')
  expect(await house.visitor().captcha.verify({ token })).toEqual({ success: true })
  expect(await house.visitor().captcha.verify({ token })).toEqual({ success: false })
  expect(await house.visitor().accounts.register({ ...(await newcomer()), captchaToken: token })).toHaveProperty('token')
})

test('a provider of outside is chosen with both its keys, and its open one is told to browsers; puzzles of ours end with it', async () => {
  const fields = (values: Record<string, unknown>) =>
    choose(values).then(
      () => [],
      (no: { errors: { field: string }[] }) => no.errors.map(({ field }) => field),
    )
  expect(await fields({ captchaProvider: 'hcaptcha', captchaSiteKey: 'open-key' })).toEqual(['captchaProvider'])
  expect(await fields({ captchaProvider: 'turnstile', captchaSiteKey: '' })).toEqual(['captchaSiteKey'])
  await choose({ captchaProvider: 'turnstile', captchaSiteKey: 'open-key' })
  const open = await house.visitor().settings.public({})
  expect(open).toMatchObject({ captchaProvider: 'turnstile', captchaSiteKey: 'open-key' })
  expect(JSON.stringify(open)).not.toContain(captchaSecret)
  await expect(house.visitor().captcha.challenge({ action: 'accounts_login' })).rejects.toMatchObject({ code: 'not_found' })
  expect(await house.visitor().accounts.register({ ...(await newcomer()), captchaToken: given('accounts_register') })).toHaveProperty(
    'token',
  )
})

test('reCAPTCHA v3 lets in from the score that captchaScore says', async () => {
  const scored = (score: number) => given('contact_send', { score })
  const write = (captchaToken: string) =>
    house.visitor().contact.send({ name: 'Kai', email: 'kai@stagedoor.example', message: 'Hi', captchaToken })
  await choose({ captchaProvider: 'recaptcha_v3', captchaSiteKey: 'open-key', captchaScore: 0.8 })
  await expect(write(scored(0.7))).rejects.toMatchObject({ code: 'captcha_failed' })
  await choose({ captchaScore: 0.6 })
  expect(await write(scored(0.7))).toHaveProperty('message')
})

test('while the provider is away nobody registers, and whoever has an account comes in, staff too, to choose another', async () => {
  await choose({ captchaProvider: 'none' })
  const { username, password } = await house.fan()
  await choose({ captchaProvider: 'turnstile', captchaSiteKey: 'open-key' })
  fake.troubleNext('status')
  const away = await house
    .visitor('zh-TW')
    .accounts.register({ ...(await newcomer()), captchaToken: given('accounts_register') })
    .catch((no: unknown) => no)
  expect(away).toMatchObject({ status: 503, code: 'captcha_unavailable', message: expect.stringContaining('幾分鐘') as string })
  for (const who of [{ username, password }, office]) {
    // A browser to which the provider gave nothing.
    fake.troubleNext('status')
    expect(await house.visitor().accounts.login({ username: who.username, password: who.password })).toHaveProperty('token')
  }
  await expect(house.visitor().accounts.login({ username, password })).rejects.toMatchObject({ code: 'captcha_required' })
})
