import { type Locale, localeNames } from '#contract/locales.ts'
import { ChevronDown } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { useKnownWords } from '#web/app/known-words.ts'
import { useNow } from '#web/app/session.tsx'
import type { Entry } from '#web/office/admin/queries.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

/** A sentence; what exactly is one press away. */
export function Deed({ entry }: { entry: Entry }) {
  const { t } = useTranslation()
  const known = useKnownWords()
  const now = useNow()
  const setting = entry.subject.replace(/^setting[:/ ]/, '')
  const said = (value: unknown) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return known(`office.option.${setting}.${text}`) ?? localeNames[text as Locale] ?? text
  }
  const facts = Object.fromEntries(
    Object.entries(entry.detail)
      .toSorted(([a], [b]) => Number(b === 'from') - Number(a === 'from'))
      .map(([name, value]) => [name, said(value)]),
  )
  const subject = known(`office.setting.${setting}`) ?? entry.subject
  return (
    <details className="group">
      <summary className="flex min-h-14 cursor-pointer list-none flex-wrap items-center gap-x-3 px-4 py-2.5 transition-colors hover:bg-hover focus-visible:outline-offset-[-3px] md:px-5 [&::-webkit-details-marker]:hidden">
        <span className="text-14 font-semibold">{entry.actor ? `@${entry.actor}` : t('office.audit.system')}</span>
        <span className="min-w-0 flex-1 text-14">
          {known(`office.deed.${entry.action}`, { ...facts, subject }) ?? t('office.deed.other', { action: entry.action })}
        </span>
        <RelativeTime at={entry.createdAt} now={now} className="text-13 text-muted" />
        <ChevronDown aria-hidden="true" className="size-4 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <dl className="num grid gap-x-6 gap-y-1 bg-well px-4 py-3 text-13 break-all md:grid-cols-[160px_minmax(0,1fr)] md:px-5">
        <dt className="text-muted">{t('office.audit.action')}</dt>
        <dd translate="no">{entry.action}</dd>
        <dt className="text-muted">{t('office.audit.subject')}</dt>
        <dd translate="no">{entry.subject}</dd>
        <dt className="text-muted">{t('office.audit.when')}</dt>
        <dd>
          <RelativeTime at={entry.createdAt} now={now} show="moment" />
        </dd>
        {Object.entries(facts).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{known(`office.fact.${name}`) ?? name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
