// The environment, read once. Everything that is wrong with it is said at once, each with its setting's name.
// README.md's table is made from these rows: keep the sentences whole.
import { availableParallelism } from 'node:os'
import { existsSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { isIP } from 'node:net'
import { singles, type ClientAddressHeader } from '#server/platform/http/client-ip.ts'

export interface Config {
  environment: 'development' | 'production'
  host: string
  port: number
  dataDir: string
  databaseUrl: string | undefined
  /** Undefined: the role of databaseUrl migrates, too. */
  databaseOwnerUrl: string | undefined
  /** Where people reach the site, without a slash at the end. Undefined: wherever the request came to. */
  publicUrl: string | undefined
  apiBaseUrl: string | undefined
  webOrigins: readonly string[]
  demoPassword: string | undefined
  trustedProxies: readonly string[]
  /** Headers beside X-Forwarded-For that these proxies overwrite. */
  clientAddressHeaders: readonly ClientAddressHeader[]
  rateLimitFactor: number
  smtpUrl: string | undefined
  mailFrom: string
  secretKey: string | undefined
  documentKey: string | undefined
  /** Undefined: the system's, else the one that comes with the packages. */
  ffmpegPath: string | undefined
  hashListUrl: string | undefined
  stripeSecretKey: string | undefined
  stripeWebhookSecret: string | undefined
  stripeApiUrl: string | undefined
  ccbillAccount: string | undefined
  ccbillWebhookSecret: string | undefined
  ccbillDataLink: string | undefined
  /** Each with its site key in the settings: without it that provider cannot be chosen. */
  turnstileSecret: string | undefined
  hcaptchaSecret: string | undefined
  recaptchaSecret: string | undefined
  captchaApiUrl: string | undefined
  hashPwClient: boolean
  /** Their halves that are no secret stand in the settings. */
  googleClientSecret: string | undefined
  twitterConsumerSecret: string | undefined
  openidClientSecret: string | undefined
  ageClientSecret: string | undefined
  googleUrl: string
  twitterApiUrl: string
  signInLoopback: boolean
  logLevel: string
  databaseConnections: number
  diskReserveMb: number
  /** Undefined: this process is the only one. */
  redisUrl: string | undefined
  role: Role
  /** Undefined: where `host` is. */
  liveHost: string | undefined
  /** Undefined: the same number as `port`. 0: any that is free. */
  liveUdpPort: number | undefined
  /** The address that others reach this machine by, where a router translates. */
  livePublicAddress: string | undefined
  /** Servers that tell a browser its outer address, and that pass on what its network lets through in no other way. */
  liveStunUrls: readonly string[]
  liveTurnUrls: readonly string[]
  /** There is one if, and only if, there are addresses for it. */
  liveTurnSecret: string | undefined
  liveHlsStreams: number
  /** All three, or none: without them LiveKit cannot be chosen. */
  livekitUrl: string | undefined
  livekitApiKey: string | undefined
  livekitApiSecret: string | undefined
  /** Without it Agora cannot be chosen. */
  agoraCertificate: string | undefined
  agoraCustomer: string | undefined
  agoraWebhookSecret: string | undefined
  agoraApiUrl: string
}

/** What a process does: answers people, works on jobs and facts, or both. */
type Role = 'web' | 'worker' | 'all'

interface Setting {
  name: string
  key: keyof Config
  fallback: string
  about: string
  /** The value, or a sentence of what would be right. */
  read(text: string): { value: unknown } | { wrong: string }
}

const text: Setting['read'] = (value) => ({ value: value === '' ? undefined : value })
const number =
  (least: number, most: number): Setting['read'] =>
  (value) => {
    const parsed = Number(value)
    return value.trim() !== '' && parsed >= least && parsed <= most ? { value: parsed } : { wrong: `a number from ${least} to ${most}` }
  }
const whole =
  (least: number, most: number): Setting['read'] =>
  (value) =>
    /^\d+$/.test(value) ? number(least, most)(value) : { wrong: `a whole number from ${least} to ${most}` }
const oneOf =
  (...options: string[]): Setting['read'] =>
  (value) =>
    options.includes(value) ? { value } : { wrong: `one of ${options.join(', ')}` }
const url =
  (...protocols: string[]): Setting['read'] =>
  (value) => {
    if (value === '') return { value: undefined }
    const right = URL.canParse(value) && protocols.includes(new URL(value).protocol)
    return right
      ? { value: value.replace(/\/+$/, '') }
      : { wrong: `an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}` }
  }
/** PostgreSQL's own addresses may name a socket's folder in place of a host (postgresql://me@/site?host=/run/postgresql), which URL does not take. */
const database: Setting['read'] = (value) =>
  value === ''
    ? { value: undefined }
    : /^postgres(ql)?:\/\/./.test(value)
      ? { value }
      : { wrong: 'an address that begins with postgres:// or postgresql://' }
const list =
  (isRight: (entry: string) => boolean, what: string): Setting['read'] =>
  (value) => {
    const entries = value
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean)
    return entries.every(isRight) ? { value: entries } : { wrong: `${what}, separated by commas` }
  }
const secret: Setting['read'] = (value) =>
  value === '' ? { value: undefined } : /^[0-9a-f]{64}$/i.test(value) ? { value } : { wrong: '64 hexadecimal digits (32 bytes)' }
const matching =
  (form: RegExp, what: string): Setting['read'] =>
  (value) =>
    value === '' ? { value: undefined } : form.test(value) ? { value } : { wrong: what }
const isRange = (entry: string) => {
  const [address = '', bits] = entry.split('/')
  const family = isIP(address)
  return family !== 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
}
/** RFC 7064 and 7065: a host or an address, a port, and for TURN how the browser speaks to it. */
const iceHost = String.raw`(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?`
const stunUrl = new RegExp(`^stuns?:${iceHost}$`, 'i')
const turnUrl = new RegExp(`^turns?:${iceHost}(?:\\?transport=(?:udp|tcp))?$`, 'i')
const isOrigin = (entry: string) => URL.canParse(entry) && new URL(entry).origin === entry

export const settings: readonly Setting[] = [
  {
    name: 'NODE_ENV',
    key: 'environment',
    fallback: 'production',
    about: '`development` or `production`',
    read: oneOf('development', 'production'),
  },
  {
    name: 'HOST',
    key: 'host',
    fallback: '127.0.0.1',
    about: 'The address to listen on',
    read: (value) => (value ? { value } : { wrong: 'an address or a host name' }),
  },
  { name: 'PORT', key: 'port', fallback: '3000', about: 'The one port for web, API and sockets', read: whole(0, 65_535) },
  {
    name: 'DATA_DIR',
    key: 'dataDir',
    fallback: './data',
    about: 'The folder of the embedded database, media and keys; several processes share it',
    read: (value) => (value ? { value: resolve(value) } : { wrong: 'a folder' }),
  },
  {
    name: 'DATABASE_URL',
    key: 'databaseUrl',
    fallback: '',
    about: 'A PostgreSQL 18 of your own; then there is no embedded one and no demo',
    read: database,
  },
  {
    name: 'DATABASE_OWNER_URL',
    key: 'databaseOwnerUrl',
    fallback: '',
    about:
      'The same database as the role that owns the tables, for migrating; DATABASE_URL then names one that owns nothing (Two roles, below)',
    read: database,
  },
  {
    name: 'DATABASE_CONNECTIONS',
    key: 'databaseConnections',
    fallback: String(Math.max(15, availableParallelism() * 4)),
    about: 'The most connections to the database',
    // Seven of them listen for later work (platform/jobs).
    read: whole(13, 500),
  },
  {
    name: 'REDIS_URL',
    key: 'redisUrl',
    fallback: '',
    about: 'A Redis, where several processes hear each other and count calls together (More than one process); one alone needs none',
    read: url('redis:', 'rediss:'),
  },
  {
    name: 'ROLE',
    key: 'role',
    fallback: 'all',
    about: '`web` answers people, `worker` works on jobs, media and letters, `all` does both (More than one process)',
    read: oneOf('web', 'worker', 'all'),
  },
  {
    name: 'DISK_RESERVE_MB',
    key: 'diskReserveMb',
    fallback: '500',
    about: 'Megabytes of the disk under DATA_DIR that uploads leave free, for the database; below it /readyz says so',
    read: whole(0, 10_000_000),
  },
  {
    name: 'PUBLIC_URL',
    key: 'publicUrl',
    fallback: '',
    about: 'Where people reach the site; https here makes cookies Secure and is used in letters',
    read: url('http:', 'https:'),
  },
  {
    name: 'API_BASE_URL',
    key: 'apiBaseUrl',
    fallback: '',
    about: 'Where the web finds the API, when not under /api of its own address',
    read: url('http:', 'https:'),
  },
  {
    name: 'WEB_ORIGINS',
    key: 'webOrigins',
    fallback: '',
    about: 'Origins of webs served from elsewhere that may call with the cookie',
    read: list(isOrigin, 'origins such as https://www.example.com'),
  },
  {
    name: 'TRUSTED_PROXIES',
    key: 'trustedProxies',
    fallback: '',
    about: 'Addresses or ranges of your proxies; what they add to X-Forwarded-For is believed',
    read: list(isRange, 'addresses or ranges such as 10.0.0.0/8'),
  },
  {
    name: 'CLIENT_ADDRESS_HEADERS',
    key: 'clientAddressHeaders',
    fallback: '',
    about: 'Of x-client-ip, cf-connecting-ip and x-real-ip those that your proxies overwrite; they count before X-Forwarded-For',
    read: list((entry) => (singles as readonly string[]).includes(entry), `some of ${singles.join(', ')}`),
  },
  {
    name: 'RATE_LIMIT_FACTOR',
    key: 'rateLimitFactor',
    fallback: '1',
    about: 'Widens every rate limit; for tests',
    read: number(0.01, 1_000_000),
  },
  {
    name: 'SMTP_URL',
    key: 'smtpUrl',
    fallback: '',
    about: 'The mail server; without it letters stay readable in the office',
    read: url('smtp:', 'smtps:'),
  },
  {
    name: 'MAIL_FROM',
    key: 'mailFrom',
    fallback: 'Stagedoor <no-reply@stagedoor.example>',
    about: 'The sender of letters',
    read: (value) => (value.includes('@') ? { value } : { wrong: 'a sender such as Name <name@example.com>' }),
  },
  {
    name: 'SECRET_KEY',
    key: 'secretKey',
    fallback: '',
    about: 'Signs media addresses and webhooks; made and kept in DATA_DIR/keys when absent',
    read: secret,
  },
  {
    name: 'DOCUMENT_KEY',
    key: 'documentKey',
    fallback: '',
    about: 'Encrypts identity documents; made and kept in DATA_DIR/keys when absent',
    read: secret,
  },
  {
    name: 'FFMPEG_PATH',
    key: 'ffmpegPath',
    fallback: '',
    about:
      'The ffmpeg that works on footage and sound, with its ffprobe beside it; otherwise the system’s, else the one of 2018 that comes along',
    read: (value) =>
      value === ''
        ? { value: undefined }
        : isAbsolute(value) && existsSync(value)
          ? { value }
          : { wrong: 'the full path of a program that is there' },
  },
  {
    name: 'HASH_LIST_URL',
    key: 'hashListUrl',
    fallback: '',
    about:
      'A service that is asked whether an upload’s fingerprints are on its list (server/media/fingerprints/lists.ts); without it nobody outside is asked',
    read: url('http:', 'https:'),
  },
  {
    name: 'STRIPE_SECRET_KEY',
    key: 'stripeSecretKey',
    fallback: '',
    about: 'Stripe’s secret key; with it and the webhook’s secret the gateway `stripe` can be chosen in the settings',
    read: matching(/^(sk|rk)_(live|test)_\w+$/, 'a key such as sk_live_…'),
  },
  {
    name: 'STRIPE_WEBHOOK_SECRET',
    key: 'stripeWebhookSecret',
    fallback: '',
    about:
      'The signing secret of Stripe’s webhook to /api/payment/stripe/callhook for your own account; with creators’ accounts (Connect) both, yours first, as `whsec_…,whsec_…`',
    read: matching(/^whsec_\w+(,whsec_\w+)?$/, 'a secret such as whsec_…, or two'),
  },
  {
    name: 'STRIPE_API_URL',
    key: 'stripeApiUrl',
    fallback: '',
    about: 'Where Stripe answers, when not at its own address; for tests',
    read: url('http:', 'https:'),
  },
  {
    name: 'CCBILL_ACCOUNT',
    key: 'ccbillAccount',
    fallback: '',
    about: 'CCBill’s account as `123456-0001:flexform-id:salt`; with it and the webhook’s secret the gateway `ccbill` can be chosen',
    read: matching(/^\d{6}-\d{4}:[0-9a-f-]{36}:\S{8,100}$/i, 'an account such as 123456-0001:flexform-id:salt'),
  },
  {
    name: 'CCBILL_WEBHOOK_SECRET',
    key: 'ccbillWebhookSecret',
    fallback: '',
    about: 'What CCBill’s webhook carries: /api/payment/ccbill/callhook?secret=…; CCBill signs nothing',
    read: matching(/^[\w-]{24,100}$/, '24 to 100 letters, digits, hyphens or underscores'),
  },
  {
    name: 'CCBILL_DATALINK',
    key: 'ccbillDataLink',
    fallback: '',
    about: 'CCBill’s DataLink as `user:password`, to stop renewals that a fan cancelled; without it `ccbill` cannot be chosen',
    read: matching(/^[^:\s]+:\S+$/, 'a user and a password such as user:password'),
  },
  {
    name: 'TURNSTILE_SECRET',
    key: 'turnstileSecret',
    fallback: '',
    about: 'The secret key of Cloudflare’s Turnstile; with it `turnstile` can be chosen in the settings (Captcha)',
    read: matching(/^[\w-]{10,200}$/, 'the secret key of a widget'),
  },
  {
    name: 'HCAPTCHA_SECRET',
    key: 'hcaptchaSecret',
    fallback: '',
    about: 'hCaptcha’s secret key; with it `hcaptcha` can be chosen in the settings (Captcha)',
    read: matching(/^[\w-]{10,200}$/, 'the secret key of an account'),
  },
  {
    name: 'RECAPTCHA_SECRET',
    key: 'recaptchaSecret',
    fallback: '',
    about: 'reCAPTCHA’s secret key; with it `recaptcha_v2` or `recaptcha_v3`, whose key it is, can be chosen in the settings (Captcha)',
    read: matching(/^[\w-]{10,200}$/, 'the secret key of a site'),
  },
  {
    name: 'CAPTCHA_API_URL',
    key: 'captchaApiUrl',
    fallback: '',
    about: 'Where a captcha’s provider checks tokens, when not at its own address; for tests',
    read: url('http:', 'https:'),
  },
  {
    name: 'HASH_PW_CLIENT',
    key: 'hashPwClient',
    fallback: 'false',
    about: '`true`: clients send sha256:<hex> in place of the password',
    read: (value) => ({ value: value === 'true' }),
  },
  {
    name: 'GOOGLE_CLIENT_SECRET',
    key: 'googleClientSecret',
    fallback: '',
    about: 'The secret of the OAuth client whose id stands in the settings; with it Google can be switched on there (Signing in by others)',
    read: matching(/^\S{8,200}$/, 'at least 8 characters'),
  },
  {
    name: 'TWITTER_CONSUMER_SECRET',
    key: 'twitterConsumerSecret',
    fallback: '',
    about: 'The secret of the X app’s consumer key in the settings; with it X can be switched on there',
    read: matching(/^\S{8,200}$/, 'at least 8 characters'),
  },
  {
    name: 'OPENID_CLIENT_SECRET',
    key: 'openidClientSecret',
    fallback: '',
    about: 'The secret of the client at the OpenID provider that the settings name; with it that provider can be switched on there',
    read: matching(/^\S{8,500}$/, 'at least 8 characters'),
  },
  {
    name: 'AGE_CLIENT_SECRET',
    key: 'ageClientSecret',
    fallback: '',
    about:
      'The secret of the client at the provider that checks ages, whose issuer and client ID stand in the settings (Age checks by region)',
    read: matching(/^\S{8,500}$/, 'at least 8 characters'),
  },
  {
    name: 'GOOGLE_URL',
    key: 'googleUrl',
    fallback: 'https://accounts.google.com',
    about: 'Google’s issuer, when not at its own address; for tests',
    read: url('http:', 'https:'),
  },
  {
    name: 'TWITTER_API_URL',
    key: 'twitterApiUrl',
    fallback: 'https://api.x.com',
    about: 'Where X answers, when not at its own address; for tests',
    read: url('http:', 'https:'),
  },
  {
    name: 'SIGN_IN_LOOPBACK',
    key: 'signInLoopback',
    fallback: 'false',
    about: '`true`: providers of sign-in may stand on this machine itself, over http; for tests',
    read: (value) => ({ value: value === 'true' }),
  },
  {
    name: 'LIVE_HOST',
    key: 'liveHost',
    fallback: '',
    about:
      'The address that live video’s UDP binds to; empty: where HOST says. Behind a proxy HOST is inner, and this is not: UDP passes no proxy',
    read: text,
  },
  {
    name: 'LIVE_UDP_PORT',
    key: 'liveUdpPort',
    fallback: '',
    about:
      'The one UDP port of live video, which a firewall has to let in; empty: the same number as PORT. With TURN servers the next one, too',
    read: (value) => (value === '' ? { value: undefined } : whole(0, 65_535)(value)),
  },
  {
    name: 'LIVE_PUBLIC_ADDRESS',
    key: 'livePublicAddress',
    fallback: '',
    about: 'The IP address by which the world reaches this machine, where a router or a cloud translates it one to one; for live video',
    read: (value) => (value === '' ? { value: undefined } : isIP(value) ? { value } : { wrong: 'an IP address' }),
  },
  {
    name: 'LIVE_STUN_URLS',
    key: 'liveStunUrls',
    fallback: '',
    about: 'STUN servers that live video’s browsers may ask for their outer address; the engine itself needs none',
    read: list((entry) => stunUrl.test(entry), 'addresses such as stun:turn.example.com'),
  },
  {
    name: 'LIVE_TURN_URLS',
    key: 'liveTurnUrls',
    fallback: '',
    about: 'TURN servers for those whose network lets no UDP through to live video (Live video); needs LIVE_TURN_SECRET',
    read: list((entry) => turnUrl.test(entry), 'addresses such as turns:turn.example.com:443?transport=tcp'),
  },
  {
    name: 'LIVE_TURN_SECRET',
    key: 'liveTurnSecret',
    fallback: '',
    about:
      'What the site and those TURN servers both know (coturn’s `static-auth-secret`): passwords that end by themselves are made of it',
    read: (value) => (value === '' || value.length >= 16 ? text(value) : { wrong: 'at least 16 characters' }),
  },
  {
    name: 'LIVE_HLS_STREAMS',
    key: 'liveHlsStreams',
    fallback: '2',
    about:
      'So many live streams at once are also made as HLS, for browsers and networks without WebRTC; only while somebody watches so, and each takes about half a core of the worker. 0: none',
    read: whole(0, 100),
  },
  {
    name: 'LIVEKIT_URL',
    key: 'livekitUrl',
    fallback: '',
    about:
      'A LiveKit server, as browsers and this server reach it (`wss://…`); with its key and secret `livekit` can be chosen in the settings',
    read: url('wss:', 'ws:'),
  },
  {
    name: 'LIVEKIT_API_KEY',
    key: 'livekitApiKey',
    fallback: '',
    about: 'That server’s API key; its webhook to /api/streaming/livekit/callhook is signed with the same one',
    read: matching(/^\w{3,100}$/, 'letters, digits and underscores'),
  },
  {
    name: 'LIVEKIT_API_SECRET',
    key: 'livekitApiSecret',
    fallback: '',
    about: 'The secret of that key: tokens are signed with it, and webhooks checked',
    read: matching(/^\S{32,200}$/, 'at least 32 characters'),
  },
  {
    name: 'AGORA_APP_CERTIFICATE',
    key: 'agoraCertificate',
    fallback: '',
    about:
      'The App Certificate of the Agora project whose App ID stands in the settings; with it and the next one `agora` can be chosen there',
    read: matching(/^[0-9a-f]{32}$/i, '32 hexadecimal digits'),
  },
  {
    name: 'AGORA_CUSTOMER',
    key: 'agoraCustomer',
    fallback: '',
    about:
      'Agora’s RESTful credentials as `id:secret`: who is there is asked, and people are put out; without it nobody could be, and `agora` cannot be chosen',
    read: matching(/^[^:\s]+:\S+$/, 'an id and a secret such as id:secret'),
  },
  {
    name: 'AGORA_WEBHOOK_SECRET',
    key: 'agoraWebhookSecret',
    fallback: '',
    about: 'The secret of Agora’s Notifications to /api/streaming/agora/callhook, which say who is there',
    read: matching(/^\S{8,200}$/, 'at least 8 characters'),
  },
  {
    name: 'AGORA_API_URL',
    key: 'agoraApiUrl',
    fallback: 'https://api.agora.io',
    about: 'Where Agora’s RESTful API answers; for tests, and for regions of their own',
    read: url('http:', 'https:'),
  },
  {
    name: 'DEMO_PASSWORD',
    key: 'demoPassword',
    fallback: '',
    about: 'The demo sign-ins’ password; made and kept in DATA_DIR/demo-password.txt when absent',
    read: (value) => (value === '' || value.length >= 8 ? text(value) : { wrong: 'at least 8 characters' }),
  },
  {
    name: 'LOG_LEVEL',
    key: 'logLevel',
    fallback: 'info',
    about: 'How much is logged; the demo says warnings only unless it is set',
    read: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  },
]

export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Reads the environment. Throws one error that names every wrong setting. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const wrongs: string[] = []
  const config: Record<string, unknown> = {}
  for (const setting of settings) {
    const given = environment[setting.name]
    const result = setting.read(given === undefined || given === '' ? setting.fallback : given)
    // What is written to a log is read by many: secrets are not said again.
    const shown = /SECRET|KEY|PASSWORD|CERTIFICATE|CUSTOMER|ACCOUNT|DATALINK/.test(setting.name) ? 'wrong' : JSON.stringify(given)
    if ('wrong' in result) wrongs.push(`${setting.name} is ${shown}; it must be ${result.wrong}.`)
    else config[setting.key] = result.value
  }
  const { liveTurnUrls, liveTurnSecret } = config as Partial<Config>
  if (liveTurnSecret && liveTurnUrls?.length === 0)
    wrongs.push('LIVE_TURN_SECRET is set and LIVE_TURN_URLS is not: a secret without a server opens nothing.')
  if (liveTurnUrls && liveTurnUrls.length > 0 && !environment['LIVE_TURN_SECRET'])
    wrongs.push('LIVE_TURN_URLS is set and LIVE_TURN_SECRET is not: nobody could be let in without it.')
  const ofLiveKit = ['LIVEKIT_URL', 'LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET']
  const unset = ofLiveKit.filter((name) => !environment[name])
  if (unset.length > 0 && unset.length < ofLiveKit.length)
    wrongs.push(`${unset.join(' and ')} ${unset.length === 1 ? 'is' : 'are'} not set: LiveKit takes all three of ${ofLiveKit.join(', ')}.`)
  if (wrongs.length > 0) throw new ConfigError(wrongs.join('\n'))
  return config as unknown as Config
}

/** What one of several processes lacks, because the others must have it, too: a sentence. */
export function missingFor({ role, databaseUrl, redisUrl, publicUrl }: Config): string | undefined {
  if (role === 'all') return undefined
  if (!databaseUrl) return `ROLE is ${role}, which needs DATABASE_URL: the database that comes along belongs to one process.`
  if (!redisUrl) return `ROLE is ${role}, which needs REDIS_URL: without it what a worker has to say reaches no screen.`
  if (role === 'worker' && !publicUrl) return 'ROLE is worker, which needs PUBLIC_URL: letters that it sends lead there.'
  return undefined
}
