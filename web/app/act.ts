// Acts: what a press does. Busy while it runs, one at a time; a no is said where the press was made, or in a toast; what it changed is asked
// for again; and an attempt whose answer never came is made again under the same key, so that nothing happens twice.
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Api, Refused, type RowName } from '#contract/client.ts'
import { sentenceOf } from '#web/app/api.ts'
import { refresh } from '#web/app/query.ts'
import { useApi } from '#web/app/session.tsx'
import { useToast } from '#web/ui/Toast.tsx'
import type { ToastOptions } from '#web/ui/ToastViewport.tsx'

/** For rows that take an Idempotency-Key: `api.wallet.charge(input, once)`. */
export interface Once {
  idempotencyKey: string
}

interface After<Args extends unknown[], Answer> {
  /** What it changed: asked for again before it counts as done. */
  refreshes?: readonly RowName[]
  /** Said in a toast. */
  said?: (answer: Answer, ...args: Args) => string | (ToastOptions & { text: string }) | undefined
  done?: (answer: Answer, ...args: Args) => void
  /** A no that the screen answers itself: true when nothing more is to be said. */
  refused?: (error: Refused, ...args: Args) => boolean
  /** Where any other no is said: in a toast, or by the screen, out of `problem`. */
  noIn?: 'toast' | 'screen'
}

export interface Act<Args extends unknown[], Answer> {
  /** The answer, or undefined where there was a no, or while the same act still runs. */
  act: (...args: Args) => Promise<Answer | undefined>
  busy: boolean
  /** Why the last try was refused, in the reader's language. */
  problem: string | undefined
  /** The reader changes what they try: the last no says nothing about it. */
  forgive: () => void
}

export function useAct<Args extends unknown[], Answer>(
  does: (api: Api, once: Once, ...args: Args) => Promise<Answer>,
  { refreshes = [], said, done, refused, noIn = 'toast' }: After<Args, Answer> = {},
): Act<Args, Answer> {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isRunning = useRef(false)
  const intentions = useRef(new Intentions())

  const act = async (...args: Args): Promise<Answer | undefined> => {
    if (isRunning.current) return undefined
    isRunning.current = true
    setBusy(true)
    setProblem(undefined)
    try {
      const answer = await intentions.current.attempt(args, (once) => does(api, once, ...args))
      await refresh(...refreshes)
      const words = said?.(answer, ...args)
      if (typeof words === 'string') toast.show(words)
      else if (words) toast.show(words.text, words)
      done?.(answer, ...args)
      return answer
    } catch (error) {
      if (error instanceof Refused && refused?.(error, ...args)) return undefined
      const sentence = sentenceOf(error, t('shell.tryLater'))
      if (noIn === 'screen') setProblem(sentence)
      else toast.show(sentence, { failed: true })
      return undefined
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return { act, busy, problem, forgive: () => setProblem(undefined) }
}

/** One key for one intention: the same attempt again has the same key until it was answered, with a yes or with a no. */
export class Intentions {
  readonly #keys = new Map<string, string>()

  async attempt<Answer>(args: readonly unknown[], does: (once: Once) => Promise<Answer>): Promise<Answer> {
    const what = JSON.stringify(args)
    const idempotencyKey = this.#keys.get(what) ?? crypto.randomUUID()
    this.#keys.set(what, idempotencyKey)
    try {
      const answer = await does({ idempotencyKey })
      this.#keys.delete(what)
      return answer
    } catch (error) {
      if (error instanceof Refused && error.status < 500) this.#keys.delete(what)
      throw error
    }
  }
}
