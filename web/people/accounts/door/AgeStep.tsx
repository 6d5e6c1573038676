import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { CurrentUser } from '#contract/windows/me.ts'
import { useAct } from '#web/app/act.ts'
import { isAdult, isTooYoung, keepBirthDate, keepTooYoung, keptBirthDate } from '#web/people/accounts/age.ts'
import { BirthDateField, dayOf, noDate } from '#web/people/accounts/BirthDateField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'

type AgeStepProps = { me: CurrentUser; onPassed: (me: CurrentUser, birthDate: string) => Promise<void> }

/** Where someone goes who is not old enough (specification.md section 4). */
const away = 'https://duckduckgo.com/'

/** The age gate inside the sheet: a date where none is on file, else one press. Light, whatever the page is. */
export function AgeStep({ me, onPassed }: AgeStepProps) {
  const { t } = useTranslation()
  const onFile = me.ageVerified ? me.dateOfBirth : undefined
  const [date, setDate] = useState(noDate)
  const [isKept, setKept] = useState(true)
  const [wrong, setWrong] = useState<string>()
  const [isRefused, setRefused] = useState(() => !onFile && isTooYoung(keptBirthDate(), Date.now()))
  const { act, busy, problem } = useAct(
    async (api, _once, birthDate: string) => {
      if (onFile) return me
      await api.accounts.update({ dateOfBirth: birthDate })
      return api.me.user({})
    },
    {
      noIn: 'screen',
      done(who, birthDate) {
        keepBirthDate(birthDate, isKept)
        return onPassed(who, birthDate)
      },
    },
  )
  const pass = async () => {
    const birthDate = onFile ?? dayOf(date)
    if (!birthDate) return setWrong(t(date.year && date.month && date.day ? 'auth.birthDate.wrong' : 'age.incomplete'))
    if (!isAdult(birthDate, Date.now())) {
      keepTooYoung(birthDate)
      return setRefused(true)
    }
    setWrong(undefined)
    await act(birthDate)
  }
  const leave = (
    <Button rank="text" to={away} replace className="justify-self-center text-muted">
      {t('age.leave')}
    </Button>
  )
  if (isRefused) {
    return (
      <div className="grid gap-4">
        <p role="alert" className="text-15 leading-relaxed!">
          {t('age.tooYoung')}
        </p>
        {leave}
      </div>
    )
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void pass()
      }}
    >
      {onFile ? (
        (wrong ?? problem) && (
          <p role="alert" className="text-14 text-onair">
            {wrong ?? problem}
          </p>
        )
      ) : (
        <BirthDateField
          value={date}
          onChange={(next) => {
            setDate(next)
            setWrong(undefined)
          }}
          error={wrong ?? problem}
          hint={t('door.age.where')}
        />
      )}
      <Checkbox label={t('age.keep')} checked={isKept} onChange={setKept} />
      <Button type="submit" size="wide" loading={busy}>
        {t('door.age.pass')}
      </Button>
      {leave}
    </form>
  )
}
