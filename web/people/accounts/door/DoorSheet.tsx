import { type CSSProperties, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useHref, useLocation } from 'react-router'
import { isFromOutside } from '#contract/site/captcha-pages.ts'
import type { CurrentUser } from '#contract/windows/me.ts'
import { untilLeft } from '#web/app/act.ts'
import { afterSignIn } from '#web/app/guard.ts'
import { splitPrefix } from '#web/app/locale.ts'
import { useApi, useBoot, useMe, useSettings } from '#web/app/session.tsx'
import { ContactLink, inWidgetColour, useClosing } from '#web/app/widget-window.tsx'
import { hearEntering, tellEntering, useComingIn } from '#web/people/accounts/entering.ts'
import { isAdult } from '#web/people/accounts/age.ts'
import { AgeStep } from '#web/people/accounts/door/AgeStep.tsx'
import { LetterStep } from '#web/people/accounts/door/LetterStep.tsx'
import type { Letter, Typed } from '#web/people/accounts/door/typed.ts'
import { RegisterStep } from '#web/people/accounts/door/RegisterStep.tsx'
import { SignInStep } from '#web/people/accounts/door/SignInStep.tsx'
import { drop, keep, type Wish } from '#web/people/accounts/door/wish.ts'
import { WishLine } from '#web/people/accounts/door/WishLine.tsx'
import { goOn as goTo } from '#web/people/accounts/go-on.ts'
import { Sheet } from '#web/ui/Sheet.tsx'
import { Stage } from '#web/ui/Stage.tsx'

export type DoorSheetProps = {
  /** What they want here; else the half of the door that they came for. */
  wish: Wish | 'register' | 'sign-in'
  /** What was wanted: done once they are in. Without it they go on to where they belong. */
  act?: (() => unknown) | undefined
  open: boolean
  onClose: () => void
}

const titles = { register: 'door.account', 'sign-in': 'auth.login.title', letter: 'auth.letter.title', age: 'door.age' } as const

/**
 * The built-in widget's window, over the page that somebody is on: an account, an adult's age, and then what they wanted. Its first line says what that
 * is, where they wanted more than to come in.
 */
export function DoorSheet({ wish, act, open, onClose }: DoorSheetProps) {
  const { t } = useTranslation()
  const wanted = typeof wish === 'string' ? undefined : wish
  const boot = useBoot()
  const me = useMe()
  const comeIn = useComingIn()
  const [step, setStep] = useState<keyof typeof titles>(me ? 'age' : wish === 'sign-in' ? wish : 'register')
  const [typed, setTyped] = useState<Typed>({ email: '', password: '' })
  const [letter, setLetter] = useState<Letter>()
  const [person, setPerson] = useState(me ? { me, isNew: false } : undefined)

  const isOver = useRef(false)

  useEffect(() => wanted && keep(wanted), [wanted])
  const isOnItsPage = useDoorPage(me === null, wish)

  const goOn = async (who: CurrentUser, birthDateCookie: string | null) => {
    // Two ways may lead in at once, this tab's and another's; what was wanted is done by the first.
    if (isOver.current) return
    isOver.current = true
    drop()
    onClose()
    // What was found of a visitor's age is not their account's: then the page is closed to them, and says what to do.
    if (who.mustAssureAge) return comeIn({ me: who, birthDateCookie, mustAssureAge: true })
    if (act) return comeIn({ me: who, birthDateCookie }, act)
    tellEntering()
    goTo(afterSignIn(who, null))
    return untilLeft()
  }
  const enter = async (who: CurrentUser, isNew: boolean) => {
    if (who.mustAssureAge) return goOn(who, boot.birthDateCookie)
    if (who.ageVerified && isAdult(boot.birthDateCookie, Date.now())) return goOn(who, boot.birthDateCookie)
    setPerson({ me: who, isNew })
    setStep('age')
  }
  const other = (values: Typed) => {
    setTyped(values)
    setStep(step === 'register' ? 'sign-in' : 'register')
  }
  // Whoever leaves in the middle is as far in as they came, and wants nothing any more.
  const leave = () => {
    if (isOver.current) return
    isOver.current = true
    drop()
    onClose()
    if (person && !me) void comeIn({ me: person.me, birthDateCookie: boot.birthDateCookie })
  }
  useOtherPage(leave)
  useClosing(() => open && leave())
  useOtherTab(open && !person, (who) => enter(who, false))
  if (isOnItsPage) return null
  return (
    <Sheet
      open={open}
      onOpenChange={(isOpen) => !isOpen && leave()}
      light={step === 'age'}
      above={wanted && <WishLine wish={wanted} />}
      title={<Stage>{t(titles[step])}</Stage>}
      lead={step === 'age' && (person?.isNew ? t('door.age.new', { username: person.me.username }) : t('door.age.lead'))}
      actions={<ContactLink />}
    >
      <Step key={step} style={inWidgetColour}>
        {step === 'register' && (
          <RegisterStep
            typed={typed}
            onOther={other}
            onEntered={(who) => enter(who, true)}
            onLetter={(sent) => {
              setLetter(sent)
              setStep('letter')
            }}
          />
        )}
        {step === 'sign-in' && <SignInStep typed={typed} onOther={other} onEntered={(who) => enter(who, false)} />}
        {step === 'letter' && letter && (
          <LetterStep
            letter={letter}
            onEntered={(who) => enter(who, true)}
            onSignIn={() => {
              setTyped({ email: letter.email, password: '' })
              setStep('sign-in')
            }}
            onOtherAddress={() => {
              setTyped(letter)
              setStep('register')
            }}
          />
        )}
        {step === 'age' && person && <AgeStep me={person.me} onPassed={goOn} />}
      </Step>
    </Sheet>
  )
}

/**
 * A captcha from outside is let in by the door's own pages alone (server/page-policy.ts): there the visitor goes, comes back here, and what they wanted
 * is kept meanwhile.
 */
function useDoorPage(isVisitor: boolean, wish: DoorSheetProps['wish']): boolean {
  const settings = useSettings()
  const { captchaIsLetIn } = useBoot()
  const page = useHref(wish === 'sign-in' ? '/auth/login' : '/auth/register')
  const goes = isVisitor && isFromOutside(settings) && !captchaIsLetIn
  const comesBack = typeof wish !== 'string'
  useEffect(() => {
    const { pathname, search } = window.location
    if (goes) window.location.assign(page + (comesBack ? `?redirect=${encodeURIComponent(splitPrefix(pathname).rest + search)}` : ''))
  }, [goes, page, comesBack])
  return goes
}

/** The sheet stays; what is in it fades over, and its first field that nothing is in yet is ready to be written in. */
function Step({ style, children }: { style: CSSProperties; children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // After the sheet, which takes the focus when it opens.
    const soon = setTimeout(() => {
      const places = content.current?.querySelectorAll<HTMLElement>('input, button') ?? []
      const empty = [...places].find((place) => place instanceof HTMLInputElement && place.value === '')
      ;(empty ?? places[0])?.focus()
    })
    return () => clearTimeout(soon)
  }, [])
  return (
    <div ref={content} className="reveal" style={style}>
      {children}
    </div>
  )
}

/** Whoever goes Back, or on, has left the sheet with its page. */
function useOtherPage(leave: () => void): void {
  const { pathname } = useLocation()
  const [here] = useState(pathname)
  const isElsewhere = pathname !== here
  const left = useEffectEvent(leave)
  useEffect(() => {
    if (isElsewhere) left()
  }, [isElsewhere])
}

/** Who came in beside, by the link of a letter perhaps, is in here too. */
function useOtherTab(isWaiting: boolean, enter: (me: CurrentUser) => unknown): void {
  const api = useApi()
  const found = useEffectEvent(() => void api.me.user({}).then(enter, () => {}))
  useEffect(() => (isWaiting ? hearEntering(found) : undefined), [isWaiting])
}
