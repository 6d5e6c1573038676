// Acts: what a press does. Busy while it runs, one at a time; a no is said where the press was made, or in a toast; what it changed is asked
// for again; and an attempt whose answer never came is made again under the same key, so that nothing happens twice.
import { useRef, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { type Api, Refused, type RowName } from '#contract/client.ts'
import type { SayKey } from '#contract/words/keys.ts'
import { sentenceOf } from '#web/app/api.ts'
import { refresh } from '#web/app/query.ts'
import { useApi } from '#web/app/session.tsx'
import { useToast } from '#web/ui/Toast.tsx'
import type { ToastOptions } from '#web/ui/ToastViewport.tsx'

/** For rows that take an Idempotency-Key: `api.wallet.charge(input, once)`. */
export interface Once {
  idempotencyKey: string
}

/** What else is to be said of a no: its own sentence instead of the server's, or nothing (true). */
type Told = string | true | void

export interface After<Args extends unknown[], Answer> {
  /** What it changed: asked for again before it counts as done, and after a no too, because somebody else may have been faster. */
  refreshes?: readonly RowName[]
  /** Said in a toast. */
  said?: (answer: Answer, ...args: Args) => string | (ToastOptions & { text: string }) | undefined
  /** It stays busy until this is through; what leaves the page ends with `untilLeft()`. */
  done?: (answer: Answer, ...args: Args) => unknown
  /** What the screen makes of a no, which is undefined where nobody knows whether it was done. */
  refused?: (no: Refused | undefined, ...args: Args) => Told | Promise<Told>
  /** What is said then, where the server has no words of its own for it. */
  unsure?: SayKey
  /** Where a no is said: in a toast, or by the screen, out of `problem`. */
  noIn?: 'toast' | 'screen'
}

export interface Act<Args extends unknown[]> {
  /** Whether it was done: false where there was a no, or while the same act still runs. */
  act: (...args: Args) => Promise<boolean>
  busy: boolean
  /** With what it runs, for screens where several buttons begin the same act. */
  during: Args | undefined
  /** Why the last try was refused, in the reader's language. */
  problem: string | undefined
  /** Whether nobody knows if the last try was done: where money moves, that is not said to be a no. */
  isUnsure: boolean
  /** The reader changes what they try: the last no says nothing about it. */
  forgive: () => void
}

type Does = (api: Api, once: Once, ...args: never[]) => Promise<unknown>
type ArgsOf<D extends Does> = Parameters<D> extends [unknown, unknown, ...infer Args] ? Args : []
type AnswerOf<D extends Does> = ReturnType<D> extends Promise<infer Answer> ? Answer : never

/** @param does one intention is one set of arguments, so what is asked for with `once` comes in by them */
export function useAct<D extends Does>(does: D, after: After<ArgsOf<D>, AnswerOf<D>> = {}): Act<ArgsOf<D>> {
  return useTyped(does as unknown as (api: Api, once: Once, ...args: ArgsOf<D>) => Promise<AnswerOf<D>>, after)
}

/** The types of an act are those of what it does, and nothing else says them. */
function useTyped<Args extends unknown[], Answer>(
  does: (api: Api, once: Once, ...args: Args) => Promise<Answer>,
  { refreshes = [], said, done, refused, unsure = 'shell.tryLater', noIn = 'toast' }: After<Args, Answer>,
): Act<Args> {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const [during, setDuring] = useState<Args>()
  const [last, setLast] = useState<{ problem: string; isUnsure: boolean }>()
  const isRunning = useRef(false)
  const intentions = useRef(new Intentions())

  const act = async (...args: Args): Promise<boolean> => {
    if (isRunning.current) return false
    isRunning.current = true
    setDuring(args)
    setLast(undefined)
    try {
      const answer = await intentions.current.attempt(args, (once) => does(api, once, ...args))
      await refresh(...refreshes)
      const words = said?.(answer, ...args)
      if (typeof words === 'string') toast.show(words)
      else if (words) toast.show(words.text, words)
      await done?.(answer, ...args)
      return true
    } catch (error) {
      void refresh(...refreshes)
      const no = isNo(error) ? error : undefined
      const told = (await refused?.(no, ...args)) ?? sentenceOf(error, t(unsure))
      if (told === true) return false
      if (noIn === 'screen') setLast({ problem: told, isUnsure: !no })
      else toast.show(told, { failed: true })
      return false
    } finally {
      isRunning.current = false
      setDuring(undefined)
    }
  }
  return {
    act,
    busy: during !== undefined,
    during,
    problem: undefined,
    isUnsure: false,
    ...last,
    forgive: () => setLast(undefined),
  }
}

/** For what leads to another page: the button goes on turning until that page is there. */
export function untilLeft(): Promise<never> {
  return new Promise(() => {})
}

/**
 * Whether the server said no, so that nothing was done. Where no answer came, or one that something broke on the way (5xx), nobody knows that;
 * only what names a field was judged before anything began.
 */
export function isNo(error: unknown): error is Refused {
  return error instanceof Refused && (error.status < 500 || error.errors.length > 0)
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
      if (isNo(error)) this.#keys.delete(what)
      throw error
    }
  }
}
