// What follows from what somebody else's widget tells (specification.md section 4, single sign-on): a new token lets its owner in, the same one is skipped,
// and one that failed, or a sign-out in another product, ends what it began.
import type { LoginWidget } from '#web/app/widget.ts'

export interface Hands {
  /** Whether nothing is to be done about it: whoever is in came in by this very token. */
  isSettled(token: string): Promise<boolean>
  /** `POST /auth/pan/token` with role user, keeping what came of it, and then the current user. It says a no itself. */
  letIn(token: string): Promise<unknown>
  /** Whether whoever is in came in by a token. */
  hasEntered(): boolean
  /** What must still be done before the session is gone. */
  beforeLogout(): unknown
  /** The session, and what was kept of the token. */
  removeToken(): Promise<unknown>
}

export interface Following {
  /** The same token counts as new the next time. */
  forget(): void
  end(): void
}

export function follow(widget: LoginWidget, hands: Hands): Following {
  let token: string | undefined
  // One after the other: a widget may tell of a token while the one before it is still on its way.
  let before: Promise<unknown> = Promise.resolve()
  const inTurn = (does: () => Promise<unknown>) => {
    before = before.then(does).catch((error: unknown) => console.error('the login widget’s news came to nothing', error))
  }
  const take = (told: string) =>
    inTurn(async () => {
      if (told === token) return
      token = told
      if (!(await hands.isSettled(told))) await hands.letIn(told)
    })
  const leave = () =>
    inTurn(async () => {
      token = undefined
      if (!hands.hasEntered()) return
      await hands.beforeLogout()
      await hands.removeToken()
    })
  const ends = [widget.onAccessToken(take), widget.onAccessTokenFailed(leave), widget.onProductLogout(leave)]
  return {
    forget: () => void (token = undefined),
    end() {
      for (const end of ends) end()
    },
  }
}
