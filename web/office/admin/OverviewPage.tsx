import { useTranslation } from '#web/app/say.ts'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { requireStaff } from '#web/app/guard.ts'
import { load, useLoaded } from '#web/app/query.ts'
import { useNow } from '#web/app/session.tsx'
import { OfficePage } from '#web/app/shell/OfficePage.tsx'
import { Deed } from '#web/office/admin/Deed.tsx'
import { audit, type Overview, overview } from '#web/office/admin/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { writeNumber } from '#web/ui/numbers.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Sums } from '#web/ui/Sums.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

const newest = audit({ limit: 6, offset: 0 })

export async function loader(args: LoaderFunctionArgs) {
  requireStaff(args)
  const [facts, deeds] = await Promise.all([load(args, overview), load(args, newest)])
  return { facts, deeds }
}

/** It begins with the queue: how many, what, since when, and one button each; what has nothing waiting is not written. */
export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const facts = useLoaded(overview, loaded.facts)
  const deeds = useLoaded(newest, loaded.deeds)
  const now = useNow()
  const { locale } = useSpeech()
  const queues = [
    { key: 'works', to: '/admin/works', count: facts.pendingWorks },
    { key: 'payouts', to: '/admin/payouts?status=pending', count: facts.pendingPayouts },
    { key: 'reports', to: '/admin/reports?state=open', count: facts.openReports },
    { key: 'letters', to: '/admin/inbox', count: facts.unansweredLetters },
    { key: 'performers', to: '/admin/performers?state=pending', count: facts.pendingPerformers },
  ] as const
  const waiting = queues.filter(({ count }) => count > 0)
  return (
    <OfficePage place="overview" title={t('office.overview.title')}>
      <Columns side={<Ledger facts={facts} />}>
        {waiting.length === 0 ? (
          <Panel title={t('office.overview.waits')}>
            <EmptyState scene="ghost" title={t('scenes.ghost')}>
              {t('office.overview.done')}
            </EmptyState>
          </Panel>
        ) : (
          <Card>
            <ul aria-label={t('office.overview.waits')}>
              {waiting.map(({ key, to, count }, place) => (
                <li key={key} className="flex min-h-[78px] items-center gap-4 border-t border-line px-4 py-3 first:border-t-0 md:px-5">
                  <span className="stage-figure min-w-12 text-32">{writeNumber(count, locale)}</span>
                  <span className="min-w-0 flex-1">
                    <span className="block text-15 font-semibold">{t(`office.overview.${key}`)}</span>
                    <span className="block text-13 text-muted">
                      {t(key === 'works' ? `office.overview.works.note.${facts.reviewDefault}` : `office.overview.${key}.note`)}
                    </span>
                    {facts.oldest[key] && (
                      <span className="block text-13 text-muted">
                        {t('office.overview.oldest')}
                        <RelativeTime at={facts.oldest[key]} now={now} />
                      </span>
                    )}
                  </span>
                  <Button size="sm" rank={place === 0 ? 'primary' : 'second'} to={to} aria-label={t(`office.overview.${key}.open`)}>
                    {t(`office.overview.${key}.act`)}
                  </Button>
                </li>
              ))}
            </ul>
          </Card>
        )}
        <Panel
          flush
          title={t('office.overview.justNow')}
          action={
            <Link to="/admin/audit" className="touch relative hover:underline">
              {t('officeNav.audit')}
            </Link>
          }
        >
          {deeds.data.length === 0 ? (
            <p className="px-4 pb-4 text-14 text-muted md:px-5">{t('office.audit.none')}</p>
          ) : (
            <ul className="mt-1">
              {deeds.data.map((entry) => (
                <li key={entry._id} className="border-t border-line">
                  <Deed entry={entry} />
                </li>
              ))}
            </ul>
          )}
        </Panel>
      </Columns>
    </OfficePage>
  )
}

/** Whether the books are level, and how large the house is. */
function Ledger({ facts }: { facts: Overview }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { issued, held, spent, reversed } = facts.ledger
  const isLevel = Math.round((issued - held - spent - reversed) * 100) === 0
  const lines = (['issued', 'held', 'spent', 'reversed'] as const).filter((key) => key !== 'reversed' || reversed !== 0)
  const line = (label: string, value: number) => ({ label, value: writeNumber(value, locale) })
  return (
    <>
      <Panel title={t(isLevel ? 'office.overview.level' : 'office.overview.notLevel')}>
        <p className={isLevel ? 'text-14 text-muted' : 'text-14 text-onair'}>
          {t(isLevel ? 'office.overview.level.note' : 'office.overview.notLevel.note')}
        </p>
        <Sums className="mt-3" lines={lines.map((key) => line(t(`office.overview.ledger.${key}`), facts.ledger[key]))} />
        <Link to="/ledger" className="touch relative mt-2 inline-block text-14 font-semibold text-link hover:underline">
          {t('shell.ledger')}
        </Link>
      </Panel>
      <Panel title={t('office.overview.site')}>
        <Sums lines={[line(t('office.overview.members'), facts.members), line(t('office.overview.creators'), facts.performers)]} />
        <ul className="mt-3 grid gap-2 text-14">
          <li>
            <StateDot tone={facts.reviewDefault === 'before' ? 'ok' : 'waiting'}>
              {t(`office.overview.review.${facts.reviewDefault}`)}
            </StateDot>
          </li>
          {facts.isDemo && (
            <li>
              <StateDot tone="quiet">{t('office.overview.demo')}</StateDot>
            </li>
          )}
        </ul>
        <Link to="/admin/settings" className="touch relative mt-3 inline-block text-14 font-semibold text-link hover:underline">
          {t('office.overview.toSettings')}
        </Link>
      </Panel>
    </>
  )
}
