import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useAct } from '#web/app/act.ts'
import { sentenceOf } from '#web/app/api.ts'
import { weekdayOf } from '#web/app/zoned-time.ts'
import { useQuery } from '#web/app/query.ts'
import { useBoot, useMember, useNow } from '#web/app/session.tsx'
import { dayIn, hourIn } from '#web/app/zoned-time.ts'
import { byDay, daysAgo } from '#web/money/wallet/days.ts'
import { iconOf, LineText } from '#web/money/wallet/LineText.tsx'
import type { LineFilter } from '#web/money/wallet/filter.ts'
import { type Line, type Lines, lines, pageSize } from '#web/money/wallet/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LedgerDay } from '#web/ui/LedgerDay.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { writeDay, writeMoment } from '#web/ui/relative-time.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** What happened to my tokens, day by day. New lines appear by themselves at the top, older ones on demand below. */
export function Statement({ filter, loaded }: { filter: LineFilter; loaded: Lines }) {
  const { t } = useTranslation()
  const { isPerformer } = useMember()
  const { data = loaded, error, mutate } = useQuery(lines(filter), loaded)
  const [older, setOlder] = useState<Line[]>([])
  const days = useDays(joined(data.data, older))
  const shown = data.data.length + older.length

  const {
    act: more,
    busy,
    problem,
  } = useAct((api) => api.wallet.lines({ limit: pageSize, offset: shown, ...filter }), {
    noIn: 'screen',
    done: (next) => setOlder((before) => joined(before, next.data)),
  })
  if (error) {
    return (
      <RefusedState
        what={t('purse.failed')}
        why={sentenceOf(error, t('shell.tryLater'))}
        actions={
          <Button rank="second" size="sm" onClick={() => void mutate()}>
            {t('shell.error.retry')}
          </Button>
        }
      />
    )
  }
  if (days.length === 0) {
    // What a performer earns is not in the wallet: say where it is.
    const isFiltered = Object.keys(filter).length > 0
    const isElsewhere = isPerformer && !isFiltered
    return (
      <EmptyState
        {...(isFiltered || isElsewhere ? { icon: ReceiptText } : { scene: 'booth', title: t('scenes.booth') })}
        action={
          (isFiltered || isElsewhere) && (
            <Button rank="second" size="sm" to={isFiltered ? '/wallet' : '/creator/earnings'}>
              {t(isFiltered ? 'purse.empty.all' : 'purse.empty.earnings')}
            </Button>
          )
        }
      >
        {t(
          isFiltered
            ? filter.q || filter.fromDate || filter.toDate
              ? 'purse.empty.filtered'
              : 'purse.empty.kind'
            : isElsewhere
              ? 'purse.empty.performer'
              : 'purse.empty',
        )}
      </EmptyState>
    )
  }
  return (
    <div className="grid gap-6">
      {days}
      {problem && (
        <p role="alert" className="text-center text-14 text-onair max-md:px-4">
          {problem}
        </p>
      )}
      {shown < data.total && (
        <Button rank="second" className="justify-self-center" loading={busy} onClick={() => void more()}>
          {t('purse.more')}
        </Button>
      )}
    </div>
  )
}

function useDays(all: Line[]) {
  const { t } = useTranslation()
  const { timeZone } = useBoot()
  const { locale } = useSpeech()
  const now = useNow()
  const today = dayIn(now, timeZone)
  return byDay(all, timeZone).map(({ date, items }) => {
    const ago = daysAgo(date, today)
    const weekday = t(`purse.weekday.${weekdayOf(date)}`)
    const noon = Date.parse(`${date}T12:00:00Z`)
    const day = writeDay(noon, Date.parse(`${today}T12:00:00Z`), locale, 'UTC')
    const called = ago === 0 ? t('purse.today') : ago === 1 ? t('purse.yesterday') : day
    return (
      <LedgerDay
        key={date}
        title={called}
        date={ago < 2 ? t('purse.date', { day, weekday }) : weekday}
        lines={items.map((line) => ({
          id: line._id,
          icon: iconOf(line),
          picture: pictureOf(line),
          text: <LineText line={line} />,
          note: [
            hourIn(Date.parse(line.createdAt), timeZone),
            // What was held first: until when, and what became of it.
            ...(line.steps ?? [])
              .filter(({ what }) => what === 'paid')
              .map(({ createdAt }) => t('purse.steps', { at: writeMoment(Date.parse(createdAt), now, locale, timeZone) })),
            ...(line.status === 'refunded' ? [t('purse.refunded')] : []),
            // Why staff gave them, in their words.
            ...(line.type === 'granted' ? [line.targetTitle] : []),
          ].join(' · '),
          amount: line.amount,
          after: line.balanceAfter,
        }))}
      />
    )
  })
}

/** What was bought, else who was given it. What came back from nobody has none. */
function pictureOf({ work, performer }: Line) {
  if (work) return work.picture
  return performer?.avatar === undefined ? undefined : { url: performer.avatar, isFace: true }
}

/** A line that was written meanwhile pushes the others down a page: nobody sees one twice. */
function joined(first: readonly Line[], second: readonly Line[]): Line[] {
  const known = new Set(first.map(({ _id }) => _id))
  return [...first, ...second.filter(({ _id }) => !known.has(_id))]
}
