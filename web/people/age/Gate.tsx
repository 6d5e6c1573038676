import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { untilLeft, useAct } from '#web/app/act.ts'
import { Footing } from '#web/app/shell/Footing.tsx'
import { SiteBrand } from '#web/app/shell/SiteBrand.tsx'
import { useBoot } from '#web/app/session.tsx'
import { isAdult, isTooYoung, keepBirthDate, keepTooYoung } from '#web/people/accounts/age.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { BlankFrame } from '#web/ui/layout/BlankFrame.tsx'
import { StageDoor } from '#web/ui/scenes/StageDoor.tsx'
import { TextField } from '#web/ui/TextField.tsx'

/** Where someone goes who is not old enough: away from here, to a search engine's front page (specification.md section 4). */
const away = 'https://duckduckgo.com/'

type Part = 'year' | 'month' | 'day'
const digits = (text: string) => text.replace(/\D/g, '')

/**
 * The gate itself: one press for those whose birth date is on file, a date for the others. It stands before the page is alive. A form's action
 * is kept until then by React, with what was typed; a press on a mere button would be lost.
 */
export function Gate({ onFile, onPass }: { onFile: string | null; onPass: (birthDate: string) => void }) {
  const { t } = useTranslation()
  const [given, setGiven] = useState({ year: '', month: '', day: '' })
  const [keep, setKeep] = useState(true)
  const [wrong, setWrong] = useState<string>()
  const boot = useBoot()
  const [isRefused, setRefused] = useState(!onFile && isTooYoung(boot.birthDateCookie, boot.now))

  const {
    act: pass,
    busy,
    problem,
  } = useAct(
    async (api, _once, birthDate: string) => {
      if (!onFile) await api.accounts.update({ dateOfBirth: birthDate })
    },
    {
      noIn: 'screen',
      done(_kept, birthDate) {
        keepBirthDate(birthDate, keep)
        if (onFile) return onPass(birthDate)
        // Pictures were withheld while no birth date was on file: ask for everything anew.
        window.location.reload()
        return untilLeft()
      },
    },
  )
  const enter = async (sent: FormData) => {
    const said = (part: Part) => {
      const text = sent.get(part)
      return typeof text === 'string' ? digits(text) : ''
    }
    const typed = { year: said('year'), month: said('month'), day: said('day') }
    setGiven(typed)
    const birthDate = onFile ?? `${typed.year}-${typed.month.padStart(2, '0')}-${typed.day.padStart(2, '0')}`
    if (!/^\d{4}-\d{2}-\d{2}$/.test(birthDate) || Number.isNaN(Date.parse(birthDate))) return setWrong(t('age.incomplete'))
    if (!isAdult(birthDate, Date.now())) {
      keepTooYoung(birthDate)
      return setRefused(true)
    }
    setWrong(undefined)
    await pass(birthDate)
  }
  const error = isRefused ? t('age.tooYoung') : (wrong ?? problem)
  const field = (part: Part, length: number) => (
    <TextField
      name={part}
      label={t(`age.${part}`)}
      inputMode="numeric"
      autoComplete={`bday-${part}`}
      maxLength={length}
      value={given[part]}
      onChange={(event) => setGiven({ ...given, [part]: digits(event.target.value) })}
    />
  )
  return (
    <div data-theme="light" className="min-h-dvh bg-bg text-text" role="dialog" aria-modal="true" aria-label={t('age.title')}>
      <form action={(sent) => void enter(sent)}>
        <BlankFrame
          brand={<SiteBrand />}
          scene={<StageDoor />}
          title={t('age.title')}
          lead={t('age.lead')}
          stack
          actions={
            <>
              {!isRefused && (
                <Button size="wide" type="submit" loading={busy}>
                  {t('age.enter')}
                </Button>
              )}
              <Button rank="text" to={away} replace>
                {t('age.leave')}
              </Button>
            </>
          }
          foot={<Footing />}
        >
          <div className="grid w-full max-w-[320px] gap-3 text-start">
            {!onFile && !isRefused && (
              <fieldset>
                <legend className="sr-only">{t('age.birthDate')}</legend>
                <div className="grid grid-cols-[1.4fr_1fr_1fr] gap-2">
                  {field('year', 4)}
                  {field('month', 2)}
                  {field('day', 2)}
                </div>
              </fieldset>
            )}
            {error && (
              <p role="alert" className="text-14 text-onair">
                {error}
              </p>
            )}
            {!isRefused && <Checkbox label={t('age.keep')} checked={keep} onChange={setKeep} />}
          </div>
        </BlankFrame>
      </form>
    </div>
  )
}
