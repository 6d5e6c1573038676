import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { Link, type LoaderFunctionArgs, useBlocker, useLoaderData, useSearchParams } from 'react-router'
import { useAct } from '#web/app/act.ts'
import { requireStaff } from '#web/app/guard.ts'
import { useKnownWords } from '#web/app/known-words.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useSettings } from '#web/app/session.tsx'
import { OfficeShell } from '#web/app/shell/OfficeShell.tsx'
import { settings as allSettings, type SettingRow } from '#web/office/admin/queries.ts'
import { isMoney, isSame, typed, valueOf } from '#web/office/admin/setting-values.ts'
import { isMeant } from '#web/office/admin/settings-search.ts'
import { SettingField } from '#web/office/admin/SettingField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { writeMoney, writeNumber } from '#web/ui/numbers.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Panel } from '#web/ui/Panel.tsx'

export async function loader(args: LoaderFunctionArgs) {
  requireStaff(args)
  return load(args, allSettings)
}

const stopping = ['subscriptions', 'refills', 'performers', 'tiers', 'packs', 'coupons'] as const

/** What is out; and with another currency, how much was agreed in the old one and stops. */
type Out = { tokens: number; payouts: number; payments: number } & Partial<Record<(typeof stopping)[number], number>>

function outIn(details: Readonly<Record<string, unknown>>): Out {
  const count = (name: string) => Number(details[name] ?? 0)
  const stops = Object.hasOwn(details, 'subscriptions') ? Object.fromEntries(stopping.map((name) => [name, count(name)])) : {}
  return { tokens: count('tokens'), payouts: count('payouts'), payments: count('payments'), ...stops }
}

/** Every setting, in the groups and forms that the server's own table names. Only what was changed is sent. */
export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const { siteName, currency } = useSettings()
  const { locale } = useSpeech()
  const rows = useQuery(allSettings, loaded).data ?? loaded
  const form = useRef<HTMLFormElement>(null)
  const [edits, setEdits] = useState<Readonly<Record<string, unknown>>>({})
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [said, setSaid] = useState<string>()
  /** What is out while the rate or the currency is to change: asked about before it does. */
  const [out, setOut] = useState<Out>()
  const [look, setLook] = useState(0)
  /** What was asked about a second time, because the currency is to be another one. */
  const [again, setAgain] = useState<readonly string[]>([])
  const changed = rows.filter((row) => Object.hasOwn(edits, row.key) && !isSame(edits[row.key], typed(row, row.value)))
  const leaving = useBlocker(
    ({ currentLocation, nextLocation }) => changed.length > 0 && currentLocation.pathname !== nextLocation.pathname,
  )
  const groups = [...new Set(rows.map((row) => row.group))]
  const known = useKnownWords()
  const [params, setParams] = useSearchParams()
  const chosen = groups.find((group) => group === params.get('in')) ?? groups[0]
  const [wanted, setWanted] = useState('')
  const sought = wanted.trim()
  const says = (row: SettingRow) =>
    isMeant(sought, [
      known(`office.setting.${row.key}`),
      known(`office.setting.${row.key}.hint`),
      known(`office.sought.${row.key}`),
      row.key,
    ])
  /** What is looked for, wherever it stands; else the section that is open. */
  const shown = sought === '' ? rows.filter(({ group }) => group === chosen) : rows.filter(says)

  /** As people write it. */
  const figureOf = ({ key }: SettingRow, value: unknown) =>
    typeof value !== 'number' ? String(value) : isMoney(key) ? writeMoney(value, currency, locale) : writeNumber(value, locale)
  const [one] = changed
  /** A single figure says what it becomes. */
  const only =
    one && changed.length === 1 && (one.kind === 'integer' || one.kind === 'decimal')
      ? { key: one.key, from: figureOf(one, one.value), to: figureOf(one, valueOf(one, edits[one.key]) ?? edits[one.key]) }
      : undefined

  useEffect(() => {
    if (look > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error]')?.focus()
  }, [look])
  const tell = (found: Record<string, string>, sentence: string) => {
    const first = rows.find(({ key }) => Object.hasOwn(found, key))
    if (first && !shown.includes(first)) {
      setWanted('')
      setParams({ in: first.group }, { replace: true, preventScrollReset: true })
    }
    setErrors(found)
    setSaid(sentence)
    setLook((count) => count + 1)
  }

  const { act, busy } = useAct(
    (api, _once, confirmed: Out | undefined) => {
      const said = rows.filter((row) => again.includes(row.key) && !changed.includes(row))
      const values = Object.fromEntries([
        ...changed.map((row) => [row.key, valueOf(row, edits[row.key])]),
        ...said.map((row) => [row.key, row.value]),
      ])
      return api.admin.saveSettings({ values, ...(confirmed && { confirmed }) })
    },
    {
      refreshes: ['admin.settings', 'admin.audit', 'admin.overview'],
      done() {
        setEdits({})
        setAgain([])
        setErrors({})
        setSaid(t('shell.saved'))
        setOut(undefined)
      },
      refused(no) {
        if (no?.code === 'tokens_out') {
          setOut(outIn(no.details))
          return true
        }
        setOut(undefined)
        const fields = no?.errors ?? []
        // Sums that stay as they are in another currency are said by saving once more.
        const asked = rows.filter(({ key }) => fields.some(({ field, code }) => code === 'again' && field === key))
        setAgain(asked.map(({ key }) => key))
        tell(
          Object.fromEntries(fields.map(({ field, message }) => [field.replace(/^values\./, '').split('.', 1)[0] ?? field, message])),
          no?.message || t('shell.tryLater'),
        )
        return true
      },
    },
  )
  const save = async (confirmed?: Out) => {
    if (busy || changed.length === 0) return
    const unreadable = changed.filter((row) => valueOf(row, edits[row.key]) === undefined)
    if (unreadable.length > 0)
      return tell(Object.fromEntries(unreadable.map((row) => [row.key, t('office.settings.notANumber')])), t('office.settings.wrong'))
    await act(confirmed)
  }

  return (
    <OfficeShell place="settings" title={t('officeNav.settings')}>
      <title>{`${t('officeNav.settings')} · ${siteName}`}</title>
      <PageTitle
        aside={
          <SearchField
            className="w-64 max-md:hidden"
            label={t('office.settings.find')}
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
          />
        }
      >
        {t('officeNav.settings')}
      </PageTitle>
      <div className="mb-2 px-4 pt-3 md:hidden">
        <SearchField label={t('office.settings.find')} value={wanted} onChange={(event) => setWanted(event.target.value)} />
      </div>
      <div className="lg:grid lg:grid-cols-[160px_minmax(0,760px)] lg:gap-8">
        <nav aria-label={t('office.settings.groups')} className="max-lg:quiet-scroll max-lg:mb-2 max-lg:overflow-x-auto max-lg:px-4">
          <ul className="gap-1 max-lg:flex lg:sticky lg:top-4 lg:grid">
            {groups.map((group) => {
              const isOpen = sought === '' && group === chosen
              return (
                <li key={group}>
                  <Link
                    to={{ search: `?in=${group}` }}
                    replace
                    preventScrollReset
                    aria-current={isOpen ? 'true' : undefined}
                    onClick={() => setWanted('')}
                    className={cx(
                      'flex min-h-11 items-center justify-between gap-2 rounded-control px-3 text-15 whitespace-nowrap transition-colors hover:bg-hover',
                      isOpen ? 'bg-chosen font-semibold text-text' : 'text-muted',
                    )}
                  >
                    {t(`office.group.${group}`)}
                    {changed.some((row) => row.group === group) && (
                      <span className="size-2 rounded-full bg-primary">
                        <span className="sr-only">{t('office.settings.edited')}</span>
                      </span>
                    )}
                  </Link>
                </li>
              )
            })}
          </ul>
        </nav>
        <form
          ref={form}
          noValidate
          className="grid gap-2 md:gap-4"
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            void save()
          }}
        >
          {sought !== '' && (
            <p role="status" className="text-14 text-muted max-md:px-4">
              {t('office.settings.found', { count: shown.length })}
            </p>
          )}
          {groups
            .filter((group) => shown.some((row) => row.group === group))
            .map((group) => (
              <Panel key={group} title={t(`office.group.${group}`)}>
                <div className="grid grid-cols-[minmax(0,1fr)] gap-6 pt-1 md:grid-cols-2">
                  {shown
                    .filter((row) => row.group === group)
                    .map((row) => (
                      <SettingField
                        key={row.key}
                        row={row}
                        value={Object.hasOwn(edits, row.key) ? edits[row.key] : typed(row, row.value)}
                        isChanged={changed.includes(row)}
                        error={errors[row.key]}
                        onChange={(value) => {
                          setEdits({ ...edits, [row.key]: value })
                          setSaid(undefined)
                          if (errors[row.key]) setErrors(Object.fromEntries(Object.entries(errors).filter(([key]) => key !== row.key)))
                        }}
                      />
                    ))}
                </div>
              </Panel>
            ))}
          {sought !== '' && shown.length === 0 && (
            <EmptyState scene="lamp" title={t('scenes.lamp')}>
              {t('office.settings.none')}
            </EmptyState>
          )}
          {(changed.length > 0 || said !== undefined) && (
            <div className="sticky bottom-0 z-10 flex min-h-16 items-center justify-between gap-4 border-t border-line bg-raised px-4 py-2.5 md:rounded-t-card md:px-5 md:shadow-raised">
              <p role="status" className="num text-14 text-muted">
                {said ?? t('office.settings.changed', { count: changed.length })}
                {!said && only && (
                  <span className="max-md:hidden">
                    {t('office.settings.change', { label: known(`office.setting.${only.key}`), from: only.from, to: only.to })}
                  </span>
                )}
              </p>
              <span className="flex gap-2">
                {changed.length > 0 && (
                  <Button
                    rank="text"
                    onClick={() => {
                      setEdits({})
                      setAgain([])
                      setErrors({})
                      setSaid(undefined)
                    }}
                  >
                    {t('office.settings.discard')}
                  </Button>
                )}
                <Button type="submit" loading={busy}>
                  {t('office.settings.save')}
                </Button>
              </span>
            </div>
          )}
        </form>
      </div>
      <ConfirmDialog
        open={out !== undefined}
        onOpenChange={(open) => !open && setOut(undefined)}
        title={t('office.settings.revalueTitle')}
        confirm={t('office.settings.revalue')}
        cancel={t('office.settings.keep')}
        danger
        loading={busy}
        onConfirm={() => void save(out)}
      >
        {out && <Revaluing out={out} />}
      </ConfirmDialog>
      <ConfirmDialog
        open={leaving.state === 'blocked'}
        onOpenChange={(open) => !open && leaving.reset?.()}
        title={t('office.settings.leaveTitle')}
        confirm={t('office.settings.leave')}
        cancel={t('office.settings.stay')}
        danger
        onConfirm={() => leaving.proceed?.()}
      >
        {t('office.settings.changed', { count: changed.length })}
      </ConfirmDialog>
    </OfficeShell>
  )
}

function Revaluing({ out }: { out: Out }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const number = (value: number) => writeNumber(value, locale)
  const stops = stopping.filter((name) => (out[name] ?? 0) > 0)
  return (
    <span className="grid gap-3">
      <span>{t('office.settings.revalueLead', { tokens: number(out.tokens), payouts: number(out.payouts) })}</span>
      {out.payments > 0 && <span>{t('office.settings.revaluePayments', { payments: number(out.payments) })}</span>}
      {stops.length > 0 && (
        <>
          <span>{t('office.settings.revalueStops')}</span>
          <span className="num grid gap-1 rounded-control bg-well px-3 py-2 text-text">
            {stops.map((name) => (
              <span key={name}>{t(`office.settings.stops.${name}`, { count: out[name] ?? 0 })}</span>
            ))}
          </span>
        </>
      )}
    </span>
  )
}
