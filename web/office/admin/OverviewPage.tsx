import { ChevronRight, ClipboardCheck, Images, Inbox, Landmark, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { requireStaff } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useSettings } from '#web/app/session.tsx'
import { OfficeShell } from '#web/app/shell/OfficeShell.tsx'
import { overview } from '#web/office/admin/queries.ts'
import { BigFigure } from '#web/ui/BigFigure.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { writeNumber } from '#web/ui/numbers.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

export async function loader(args: LoaderFunctionArgs) {
  requireStaff(args)
  return load(args, overview)
}

export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const { siteName } = useSettings()
  const { locale } = useSpeech()
  const facts = useQuery(overview, loaded).data ?? loaded
  const waiting: { key: 'performers' | 'works' | 'payouts' | 'letters'; icon: LucideIcon; to: string; count: number }[] = [
    { key: 'performers', icon: ClipboardCheck, to: '/admin/performers?state=pending', count: facts.pendingPerformers },
    { key: 'works', icon: Images, to: '/admin/works', count: facts.pendingWorks },
    { key: 'payouts', icon: Landmark, to: '/admin/payouts?status=pending', count: facts.pendingPayouts },
    { key: 'letters', icon: Inbox, to: '/admin/inbox', count: facts.unansweredLetters },
  ]
  return (
    <OfficeShell
      place="overview"
      counts={{
        performers: facts.pendingPerformers,
        works: facts.pendingWorks,
        payouts: facts.pendingPayouts,
        inbox: facts.unansweredLetters,
      }}
    >
      <title>{`${t('shell.office')} · ${siteName}`}</title>
      <PageTitle onPhone="shown">{t('office.overview.title')}</PageTitle>
      <Columns
        className="max-md:mt-2"
        side={
          <Panel title={t('office.overview.site')}>
            <ul className="grid gap-3 text-14">
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
              <li>
                <Link to="/admin/settings" className="text-link hover:underline">
                  {t('office.overview.toSettings')}
                </Link>
              </li>
            </ul>
          </Panel>
        }
      >
        <Panel flush title={t('office.overview.waits')}>
          <ul className="mt-1">
            {waiting.map(({ key, icon: Icon, to, count }) => (
              <li key={key} className="border-t border-line first:border-t-0">
                <Link to={to} className="flex min-h-[72px] items-center gap-4 px-4 transition-colors hover:bg-hover md:px-5">
                  <Icon aria-hidden="true" className="flex-none text-muted" />
                  <span className="min-w-0 flex-1">
                    <span className="block text-15 font-semibold">{t(`office.overview.${key}`)}</span>
                    <span className="block text-13 text-muted">
                      {t(
                        count === 0
                          ? 'office.overview.nothing'
                          : key === 'works'
                            ? `office.overview.works.note.${facts.reviewDefault}`
                            : `office.overview.${key}.note`,
                      )}
                    </span>
                  </span>
                  <span className={count > 0 ? 'stage-figure text-24' : 'stage-figure text-24 text-muted'}>
                    {writeNumber(count, locale)}
                  </span>
                  <ChevronRight aria-hidden="true" className="size-[18px] flex-none text-muted" />
                </Link>
              </li>
            ))}
          </ul>
        </Panel>
        <Card>
          <div className="grid grid-cols-2 [&>*]:p-4 md:[&>*]:p-5">
            <BigFigure size={24} label={t('office.overview.members')} value={writeNumber(facts.members, locale)} />
            <div className="border-l border-line">
              <BigFigure size={24} label={t('office.overview.creators')} value={writeNumber(facts.performers, locale)} />
            </div>
          </div>
        </Card>
      </Columns>
    </OfficeShell>
  )
}
