import type { LoaderFunctionArgs } from 'react-router'
import { useTranslation } from '#web/app/say.ts'
import { useLoaderData } from 'react-router'
import { exact } from '#web/app/amounts.ts'
import { bootOf } from '#web/app/api.ts'
import { requirePerformer } from '#web/app/guard.ts'
import { load, useLoaded, useQuery } from '#web/app/query.ts'
import { useBoot, useMember, useNow, useSettings } from '#web/app/session.tsx'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { waiting } from '#web/app/shell/waiting.ts'
import { around } from '#web/app/Within.tsx'
import { own } from '#web/catalogue/feeds/compose/queries.ts'
import { BestSellers } from '#web/windows/studio/BestSellers.tsx'
import { zonedTimeIn } from '#web/app/zoned-time.ts'
import { bestSellers, daysBefore, shortDay, takings } from '#web/money/earnings/days.ts'
import { linesSince, stats } from '#web/money/earnings/queries.ts'
import { NextOpening } from '#web/windows/studio/NextOpening.tsx'
import { RecentPosts } from '#web/windows/studio/RecentPosts.tsx'
import { TodayFigures } from '#web/windows/studio/TodayFigures.tsx'
import { ToDos } from '#web/windows/studio/ToDos.tsx'
import { subscribers } from '#web/money/subscriptions/subscribers.ts'
import { ownProfile } from '#web/people/profiles/queries.ts'
import { BigFigure } from '#web/ui/BigFigure.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Chart } from '#web/ui/Chart.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { writeMoney, writeNumber } from '#web/ui/numbers.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { writeMoment } from '#web/ui/relative-time.ts'
import { Stage } from '#web/ui/Stage.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'
import { Link } from 'react-router'

export const handle = { auth: true }

const chartDays = 14
const newest = own({ limit: 6, offset: 0, sortBy: 'createdAt', sort: 'desc' })
/** Enough to give the month's best sellers their picture. */
const library = own({ limit: 100, offset: 0, sortBy: 'createdAt', sort: 'desc' })
const leavers = subscribers({ limit: 1, offset: 0, status: 'cancelled' })

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  const boot = bootOf(args)
  const now = typeof window === 'undefined' ? boot.now : Date.now()
  const spans = spansOf(now, boot.timeZone)
  const [profile, sales, month, chart, posts, all, waits, leaving] = await Promise.all([
    load(args, ownProfile),
    load(args, linesSince(spans.since, boot.timeZone)),
    load(args, stats(spans.month)),
    load(args, stats(spans.chart)),
    load(args, newest),
    load(args, library),
    load(args, waiting),
    load(args, leavers),
  ])
  return { profile, sales, month, chart, posts, all, waits, leaving }
}

/** The days that are told, as the reader counts them. */
function spansOf(now: number, timeZone: string) {
  const today = zonedTimeIn(now, timeZone).day
  const monthStart = `${today.slice(0, 7)}-01`
  return {
    // Yesterday at this hour is told, too, also on the first of a month.
    since: [monthStart, daysBefore(today, 1)].toSorted()[0] ?? today,
    month: { fromDate: monthStart, toDate: today, timeZone },
    chart: { fromDate: daysBefore(today, chartDays - 1), toDate: today, timeZone },
  }
}

export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const { siteName, currency, tokenConversionRate } = useSettings()
  const { timeZone } = useBoot()
  const { locale } = useSpeech()
  const now = useNow()
  const me = useMember()
  const profile = useQuery(ownProfile, loaded.profile).data ?? loaded.profile
  // On a first visit the server guessed the zone: as soon as the browser's own is known, every figure is of its days.
  const spans = spansOf(now, timeZone)
  const sales = useLoaded(linesSince(spans.since, timeZone), loaded.sales)
  const month = useLoaded(stats(spans.month), loaded.month)
  const chart = useLoaded(stats(spans.chart), loaded.chart)
  const posts = useQuery(newest, loaded.posts).data ?? loaded.posts
  const all = useQuery(library, loaded.all).data ?? loaded.all
  const waits = useLoaded(waiting, loaded.waits)
  const leaving = useQuery(leavers, loaded.leaving).data ?? loaded.leaving

  const { hour, weekday, day } = zonedTimeIn(now, timeZone)
  const part = hour < 5 ? 'night' : hour < 11 ? 'morning' : hour < 18 ? 'day' : 'evening'
  const { today, yesterdayByNow } = takings(sales.lines, now, timeZone)
  const question = t('studio.chart')
  const [before, after] = around((name) => t(`studio.greeting.${part}`, { name }))

  return (
    <StudioShell place="overview">
      <title>{`${t('studio.title')} · ${siteName}`}</title>
      <PageTitle
        onPhone="shown"
        aside={
          <span className="num max-md:hidden">
            {t('studio.date', { moment: writeMoment(now, now, locale, timeZone), weekday: t(`studio.weekday.${weekday}`) })}
          </span>
        }
      >
        {before && <Stage>{before}</Stage>}
        <bdi className="stage-name">{me.name}</bdi>
        {after && <Stage>{after}</Stage>}
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
        <TodayFigures today={today} yesterdayByNow={yesterdayByNow} month={month.totalNetPrice} balance={month.totalTokens} />
        <Columns
          sideFirst
          side={
            <>
              <ToDos profile={profile} waits={waits} posts={posts.total} />
              {waits.next && <NextOpening next={waits.next} />}
              {profile.totals.subscribers > 0 && (
                <Card className="p-4 md:p-5">
                  <BigFigure
                    size={24}
                    label={t('studio.subscribers')}
                    value={writeNumber(profile.totals.subscribers, locale)}
                    note={leaving.total > 0 ? t('studio.leaving', { count: leaving.total }) : t('studio.allStay')}
                  />
                </Card>
              )}
            </>
          }
        >
          <Panel
            title={question}
            action={
              <Link to="/creator/earnings" className="touch relative hover:underline">
                {t('studio.details')}
              </Link>
            }
          >
            {chart.totalGrossPrice === 0 ? (
              <p className="py-2 text-15 text-muted">{t('studio.chart.none')}</p>
            ) : (
              <Chart
                question={question}
                bars={chart.series.map(({ date, netPrice }, place) => ({
                  label: place === chartDays - 1 ? t('studio.today') : shortDay(date),
                  value: exact(Math.max(0, netPrice) * tokenConversionRate),
                  today: place === chartDays - 1,
                }))}
                write={(value) => writeMoney(value, currency, locale)}
              />
            )}
          </Panel>
          <BestSellers sellers={bestSellers(sales.lines, day.slice(0, 7), timeZone, 5)} posts={all.data} />
          <RecentPosts posts={posts} now={now} />
        </Columns>
      </div>
    </StudioShell>
  )
}
