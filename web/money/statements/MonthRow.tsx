import { Braces, FileText, Sheet } from 'lucide-react'
import type { Say } from '#contract/words/speaking.ts'
import { useTranslation } from '#web/app/say.ts'
import { useAct } from '#web/app/act.ts'
import { saveFile } from '#web/app/saving-files.ts'
import type { MonthNumber } from '#web/app/zoned-time.ts'
import { useBoot, useMember } from '#web/app/session.tsx'
import type { Month } from '#web/money/statements/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { writeNumber } from '#web/ui/numbers.ts'
import { Tokens } from '#web/ui/Tokens.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

const kinds = [
  { kind: 'pdf', icon: FileText },
  { kind: 'csv', icon: Sheet },
  { kind: 'json', icon: Braces },
] as const

/** A month: what it came to, and its files once it is closed. */
export function MonthRow({ of }: { of: Month }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const name = monthName(of.month, t)
  return (
    <li className="grid gap-x-6 gap-y-3 border-t border-line px-4 py-4 first:border-t-0 md:px-5 xl:grid-cols-[minmax(0,1fr)_auto] xl:items-center">
      <div className="flex items-baseline justify-between gap-6">
        <div className="min-w-0">
          <h2 className="text-16 leading-snug!">{name}</h2>
          <p className="num mt-0.5 text-13 text-muted">
            {t('statements.row', {
              count: of.count,
              gross: writeNumber(of.grossPrice, locale),
              commission: writeNumber(of.commission, locale),
            })}
          </p>
        </div>
        <p className="text-end">
          <span className="block text-13 text-muted">{t('statements.net')}</span>
          <Tokens value={of.netPrice} unit="muted" className="text-16 font-semibold" />
        </p>
      </div>
      {of.isClosed ? (
        <div className="flex flex-wrap gap-2 xl:w-92 xl:justify-end">
          {kinds.map((each) => (
            <FileButton key={each.kind} {...each} month={of.month} name={name} />
          ))}
        </div>
      ) : (
        <p className="text-13 text-muted xl:w-92 xl:text-end">{t('statements.running')}</p>
      )}
    </li>
  )
}

function FileButton({ kind, icon: Icon, month, name }: (typeof kinds)[number] & { month: string; name: string }) {
  const { t } = useTranslation()
  const boot = useBoot()
  const { username } = useMember()
  const { act: save, busy } = useAct(() =>
    saveFile(boot, `/performer/earning/statements/${month}/file.${kind}`, `${username}-${month}.${kind}`),
  )
  return (
    <Button
      rank="second"
      size="sm"
      loading={busy}
      icon={<Icon aria-hidden="true" className="size-4" />}
      aria-label={t(`statements.save.${kind}`, { month: name })}
      onClick={() => void save()}
    >
      {t(`statements.kind.${kind}`)}
    </Button>
  )
}

/** 2026年10月, October 2026. */
function monthName(month: string, t: Say): string {
  const [year, number] = month.split('-')
  return t(`statements.month.${Number(number) as MonthNumber}`, { year })
}
