// What Turnstile, hCaptcha and reCAPTCHA have in common: a token is sent with the secret key to an address of theirs, which says yes once.
// All that whoever sent the token could bring about is a no; what only the operator or the provider can be at fault for is `CaptchaAway`.
import { type Captcha, CaptchaAway, type Verdict, type Wanted } from '#server/platform/captchas/captcha.ts'

interface Answer {
  success: boolean
  hostname?: string
  action?: string
  score?: number
  codes: readonly string[]
}

/** Where it answers, when not at its own address. */
export interface At {
  url?: string | undefined
  timeoutMs?: number
}

interface Service {
  name: string
  /** Its own address. */
  url: string
  at: At
  /** Undefined: the operator has not set it. */
  secret: string | undefined
  /** Of an answer that says yes: whether it is one for this form. @throws CaptchaAway for what none of its answers lacks */
  judge(answer: Answer, wanted: Wanted): Verdict
}

/** As all three write them. What could not be one is sent to nobody. */
const tokenForm = /^[\w.~+/=-]{1,4000}$/
/** An answer has a few hundred bytes. */
const mostBytes = 64 * 1024

export function siteverify(service: Service): Captcha {
  const { name, secret } = service
  const { url = service.url, timeoutMs = 5000 } = service.at
  return {
    name,
    identityOf: (token) => (tokenForm.test(token) ? token : undefined),
    async check(token, wanted) {
      const answer = await asked(token)
      return answer.success ? service.judge(answer, wanted) : { passed: false }
    },
    async ensureThere() {
      await asked('')
    },
  }

  async function asked(token: string): Promise<Answer> {
    if (!secret) throw new CaptchaAway(`${name} has no secret key here`)
    const answer = await sent(token, secret).catch((error: unknown) => {
      throw error instanceof CaptchaAway ? error : new CaptchaAway(`${name} cannot be asked`, { cause: error })
    })
    const wrong = answer.codes.find((code) => code === 'internal-error' || code.endsWith('-input-secret'))
    if (wrong) throw new CaptchaAway(`${name} answers ${wrong}`)
    return answer
  }

  async function sent(token: string, key: string): Promise<Answer> {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      body: new URLSearchParams({ secret: key, response: token }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.status === 429 || response.status >= 500) throw new CaptchaAway(`${name} answers ${response.status}`)
    return answerOf(JSON.parse(await textOf(response)) as unknown)
  }

  async function textOf({ body }: Response): Promise<string> {
    const pieces: Uint8Array[] = []
    let bytes = 0
    for await (const piece of body ?? []) {
      bytes += piece.length
      if (bytes > mostBytes) throw new CaptchaAway(`${name} answers without end`)
      pieces.push(piece)
    }
    return Buffer.concat(pieces).toString('utf8')
  }

  function answerOf(value: unknown): Answer {
    const { success, hostname, action, score, 'error-codes': codes = [] } = (value ?? {}) as Record<string, unknown>
    if (typeof success !== 'boolean' || !isTexts(codes)) throw new CaptchaAway(`${name} answers something else`)
    return {
      success,
      codes,
      ...(typeof hostname === 'string' && { hostname: hostname.toLowerCase() }),
      ...(typeof action === 'string' && { action }),
      ...(typeof score === 'number' && { score }),
    }
  }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

/** It was given on a page of this site. */
export const isOurs = ({ hostname }: Answer, { hosts }: Wanted): boolean => hostname !== undefined && hosts.includes(hostname)

/** It was given for this form. */
export const isOfForm = (answer: Answer, { action }: Wanted): boolean => action === undefined || answer.action === action
