import { Link2, QrCode, Shuffle } from 'lucide-react'
import { Suspense, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { ReferralLink, ReferralStats } from '#contract/windows/referrals.ts'
import { useAct } from '#web/app/act.ts'
import { bootOf } from '#web/app/api.ts'
import { useFields, useFormAct } from '#web/app/form-act.ts'
import { requirePerformer } from '#web/app/guard.ts'
import { WholeTable } from '#web/app/ListTable.tsx'
import { load, useLoaded } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { useBoot, useMember, useNow } from '#web/app/session.tsx'
import { ShareLink } from '#web/app/ShareLink.tsx'
import { StudioPage } from '#web/app/shell/StudioPage.tsx'
import { type TableAddress, useTableAddress } from '#web/app/table-address.ts'
import { dayIn, type MonthNumber } from '#web/app/zoned-time.ts'
import { DayFilters } from '#web/money/earnings/DayFilters.tsx'
import { shortDay } from '#web/money/earnings/days.ts'
import { spanFrom } from '#web/money/earnings/span.ts'
import { BigFigure } from '#web/ui/BigFigure.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Chart } from '#web/ui/Chart.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FormRefusal } from '#web/ui/FormRefusal.tsx'
import { FormSheet } from '#web/ui/FormSheet.tsx'
import { languageOf } from '#web/ui/language.ts'
import { lazy } from '#web/ui/network.ts'
import { writeNumber } from '#web/ui/numbers.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { Pills } from '#web/ui/Pills.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'
import { shows, type Span, spansOf } from '#web/windows/referrals/figures.ts'
import { link, stats } from '#web/windows/referrals/queries.ts'

const QrSheet = lazy(() => import('#web/windows/directory/QrSheet.tsx').then((file) => ({ default: file.QrSheet })))

export const handle = { auth: true, inClosedCountry: true }

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  const boot = bootOf(args)
  const today = dayIn(typeof window === 'undefined' ? boot.now : Date.now(), boot.timeZone)
  const { sourceType: _none, ...span } = spanFrom(new URL(args.request.url).searchParams, today, boot.timeZone)
  const [own, figures] = await Promise.all([load(args, link), load(args, stats(span))])
  return { span, own, figures }
}

/** A creator's own link, and what it brought: sums, never who. */
export function Component() {
  const { t } = useTranslation()
  const { span, ...loaded } = useLoaderData<typeof loader>()
  const own = useLoaded(link, loaded.own)
  const figures = useLoaded(stats(span), loaded.figures)
  const address = useTableAddress({ sortBy: '', sort: 'desc', sortable: [] })
  return (
    <StudioPage place="referrals" title={t('studioNav.referrals')} hasAct>
      <OwnLink own={own} />
      <DayFilters address={address} span={span} />
      <div aria-busy={address.waiting} className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
        <Figures figures={figures} />
        {shows.some((key) => figures[key] > 0) ? (
          <Days figures={figures} address={address} />
        ) : (
          <EmptyState icon={Link2}>{t('referralsPage.none')}</EmptyState>
        )}
      </div>
    </StudioPage>
  )
}

function OwnLink({ own }: { own: ReferralLink }) {
  const { t } = useTranslation()
  const { name, username } = useMember()
  const [open, setOpen] = useState<'qr' | 'choose' | 'draw'>()
  const close = () => setOpen(undefined)
  const { act: draw, busy } = useAct((api) => api.referrals.changeLink({}), {
    refreshes: ['referrals.link'],
    said: ({ code }) => t('referralsPage.changed', { code }),
    done: close,
    refused: close,
  })
  return (
    <Panel title={t('referralsPage.link')}>
      <p className="mb-4 max-w-[65ch] text-15 leading-[1.7]! text-muted">{t('referralsPage.lead')}</p>
      <div className="grid gap-5 lg:grid-cols-2">
        <ShareLink
          label={t('referralsPage.front')}
          path={own.path}
          more={
            <Button rank="second" icon={<QrCode />} onClick={() => setOpen('qr')}>
              {t('referralsPage.qr')}
            </Button>
          }
        />
        <ShareLink rank="second" label={t('referralsPage.profile')} path={own.profilePath} note={t('referralsPage.profile.note')} />
      </div>
      <div className="mt-5 flex flex-wrap items-center gap-2 border-t border-line pt-4">
        <Button rank="second" size="sm" onClick={() => setOpen('choose')}>
          {t('referralsPage.choose')}
        </Button>
        <Button rank="text" size="sm" icon={<Shuffle className="size-4" />} disabled={own.left === 0} onClick={() => setOpen('draw')}>
          {t('referralsPage.draw')}
        </Button>
      </div>
      {own.older.length > 0 && (
        <p className="mt-3 text-14 break-words text-muted">{t('referralsPage.older', { codes: own.older.join(', ') })}</p>
      )}
      <p className="mt-3 text-13 text-muted">{t('referralsPage.noMoney')}</p>
      {open === 'qr' && (
        <Suspense fallback={null}>
          <QrSheet profile={{ name, username }} code={own.code} onClose={close} />
        </Suspense>
      )}
      {open === 'choose' && <ChooseSheet own={own} onClose={close} />}
      <ConfirmDialog
        open={open === 'draw'}
        onOpenChange={(isOpen) => !isOpen && close()}
        title={t('referralsPage.draw.title')}
        confirm={t('referralsPage.draw')}
        cancel={t('referralsPage.keep')}
        loading={busy}
        onConfirm={() => void draw()}
      >
        {t('referralsPage.draw.what', { code: own.code, count: own.left })}
      </ConfirmDialog>
    </Panel>
  )
}

function ChooseSheet({ own, onClose }: { own: ReferralLink; onClose: () => void }) {
  const { t } = useTranslation()
  const { form, typed } = useFields({ code: own.code })
  const { send, busy, problem } = useFormAct(
    form,
    (api, _once, { code }) => api.referrals.changeLink({ code: code.trim().toLowerCase() }),
    {
      refreshes: ['referrals.link'],
      said: ({ code }) => t('referralsPage.changed', { code }),
      done: onClose,
    },
  )
  return (
    <FormSheet open onClose={onClose} title={t('referralsPage.choose')} act={t('referralsPage.save')} busy={busy} onSend={send}>
      <TextField
        required
        label={t('referralsPage.code')}
        hint={t('referralsPage.code.hint', { count: own.left })}
        maxLength={24}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        {...typed('code', {
          validate: (code) => /^[a-z0-9](?:[a-z0-9-]{2,22})[a-z0-9]$/.test(code.trim().toLowerCase()) || t('referralsPage.code.wrong'),
        })}
      />
      <FormRefusal>{problem}</FormRefusal>
    </FormSheet>
  )
}

function Figures({ figures }: { figures: ReferralStats }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  return (
    <Card>
      <div className="grid grid-cols-2 xl:grid-cols-4 [&>*]:p-4 md:[&>*]:p-5">
        {(['registrations', 'visits', 'buyers', 'tokens'] as const).map((key, at) => (
          <BigFigure
            key={key}
            size={at === 0 ? 40 : 24}
            label={t(`referralsPage.${key}`)}
            // A counter of zero is not written.
            value={
              figures[key] === 0 ? (
                <span className="text-20 text-muted">—</span>
              ) : key === 'tokens' ? (
                <Tokens value={figures.tokens} unit="none" />
              ) : (
                writeNumber(figures[key], locale)
              )
            }
          />
        ))}
      </div>
      <p className="border-t border-line px-4 py-3 text-13 text-muted md:px-5">{t('referralsPage.how')}</p>
    </Card>
  )
}

function Days({ figures, address }: { figures: ReferralStats; address: TableAddress }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const today = dayIn(useNow(), useBoot().timeZone)
  const shown = shows.find((each) => each === address.params.get('show')) ?? 'visits'
  const { spans, by, mayChoose } = spansOf(figures.series, address.params.get('by'))
  const nameOf = ({ of }: Span) =>
    by === 'month'
      ? t(`statements.month.${Number(of.slice(5)) as MonthNumber}`, { year: of.slice(0, 4) })
      : of === today
        ? t('studio.today')
        : shortDay(of)
  const question = t(`referralsPage.chart.${by}`, { what: t(`referralsPage.${shown}`) })
  const number = (key: (typeof shows)[number]): Column<Span & { _id: string }> => ({
    key,
    title: t(`referralsPage.${key}`),
    align: 'right',
    // A phone has a day in two lines: when and what was spent, and the rest in one sentence.
    onPhone: key === 'tokens' ? 'end' : 'note',
    cell: (row) =>
      // A counter of zero is not written.
      row[key] === 0 ? null : key === 'tokens' ? (
        <Tokens value={row.tokens} />
      ) : (
        <>
          <span className="md:hidden">{t(`referralsPage.${key}`) + languageOf(locale).space}</span>
          {writeNumber(row[key], locale)}
        </>
      ),
  })
  return (
    <>
      <Panel title={question}>
        <Pills
          className="-mt-1 mb-2 max-w-full max-md:-ms-4"
          label={t('referralsPage.show')}
          pills={shows.map((each) => ({
            label: t(`referralsPage.${each}`),
            to: address.filterTo({ show: each }),
            current: each === shown,
          }))}
        />
        <Chart
          question={question}
          height={200}
          bars={spans.map((each) => ({ label: nameOf(each), value: each[shown], today: each.of === today }))}
          write={(value) => writeNumber(value, locale)}
        />
        {mayChoose && (
          <Pills
            className="mt-3 max-w-full max-md:-ms-4"
            label={t('referralsPage.by')}
            pills={(['day', 'month'] as const).map((each) => ({
              label: t(`referralsPage.by.${each}`),
              to: address.filterTo({ by: each }),
              current: each === by,
            }))}
          />
        )}
      </Panel>
      <WholeTable
        label={t('referralsPage.table')}
        rows={spans
          .filter((each) => shows.some((key) => each[key] > 0))
          .toReversed()
          .map((each) => ({ ...each, _id: each.of }))}
        columns={[{ key: 'of', title: t('referralsPage.when'), cell: nameOf }, ...shows.map(number)]}
        none={{ icon: Link2, words: t('referralsPage.none') }}
      />
    </>
  )
}
