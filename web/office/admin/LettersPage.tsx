import { Mail } from 'lucide-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useKnownWords } from '#web/app/known-words.ts'
import { requireStaff } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useNow, useSettings } from '#web/app/session.tsx'
import { OfficeShell } from '#web/app/shell/OfficeShell.tsx'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import { pagingOf, tableFrom, useTableAddress } from '#web/app/table-address.ts'
import { type Letter, letters } from '#web/office/admin/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'

const table = { sortBy: '', sort: 'desc', sortable: [] } as const

export async function loader(args: LoaderFunctionArgs) {
  requireStaff(args)
  const params = new URL(args.request.url).searchParams
  const recipient = params.get('recipient')?.slice(0, 254)
  const input = { ...pagingOf(tableFrom(params, table)), ...(recipient && { recipient }) }
  return { input, outbox: await load(args, letters(input)) }
}

export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const { siteName } = useSettings()
  const now = useNow()
  const address = useTableAddress(table)
  const outbox = useQuery(letters(loaded.input), loaded.outbox).data ?? loaded.outbox
  const { recipient } = loaded.input
  const isPastEnd = outbox.data.length === 0 && outbox.total > 0
  const shown = outbox.data.find(({ _id }) => _id === address.params.get('id')) ?? outbox.data[0]
  const idTo = (id: string) => {
    const params = new URLSearchParams(address.params)
    params.set('id', id)
    return `?${params}`
  }
  // Another page has other letters: its first one opens.
  const pageTo = (page: number) => {
    const params = new URLSearchParams(address.pageTo(page).slice(1))
    params.delete('id')
    return `?${params}`
  }
  return (
    <OfficeShell place="letters">
      <title>{`${t('shell.office.letters')} · ${siteName}`}</title>
      <PageTitle onPhone="shown">{t('shell.office.letters')}</PageTitle>
      <p className="mb-3 text-14 text-muted max-md:px-4">{t(outbox.isDelivered ? 'office.letters.delivered' : 'office.letters.kept')}</p>
      <FilterSearch address={address} label={t('office.letters.search')} name="recipient" drops={['id']} className="mb-4 md:w-80" />
      {!shown ? (
        <Card>
          <EmptyState
            look="bare"
            icon={Mail}
            action={
              isPastEnd ? (
                <Button rank="second" size="sm" to={pageTo(1)}>
                  {t('office.page.first')}
                </Button>
              ) : (
                recipient && (
                  <Button rank="second" size="sm" to={address.filterTo({ recipient: undefined })}>
                    {t('office.showAll')}
                  </Button>
                )
              )
            }
          >
            {t(isPastEnd ? 'office.page.none' : recipient ? 'office.letters.noneFound' : 'office.letters.none')}
          </EmptyState>
        </Card>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4 lg:grid-cols-[minmax(0,360px)_minmax(0,1fr)]">
          <Card className="self-start overflow-hidden">
            <ul>
              {outbox.data.map((letter) => (
                <li key={letter._id} className="border-t border-line first:border-t-0">
                  <Link
                    to={idTo(letter._id)}
                    preventScrollReset
                    aria-current={letter._id === shown._id ? 'true' : undefined}
                    className="block px-4 py-3 transition-colors hover:bg-hover aria-current:bg-press focus-visible:outline-offset-[-3px]"
                  >
                    <span className="flex items-baseline justify-between gap-3">
                      <span className="truncate text-14 font-semibold">{letter.recipient}</span>
                      <RelativeTime at={letter.createdAt} now={now} className="text-13 text-muted" />
                    </span>
                    <span className="mt-0.5 line-clamp-1 text-14 text-muted">{letter.subject}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </Card>
          <Opened letter={shown} />
        </div>
      )}
      <div className="mt-2 md:mt-4">
        <Pagination current={address.state.current} pageSize={address.state.pageSize} total={outbox.total} to={pageTo} />
      </div>
    </OfficeShell>
  )
}

const tones: Readonly<Record<string, 'ok' | 'bad' | 'waiting' | 'quiet'>> = {
  sent: 'ok',
  failed: 'bad',
  waiting: 'waiting',
  queued: 'waiting',
}

function Opened({ letter }: { letter: Letter }) {
  const { t } = useTranslation()
  const known = useKnownWords()
  const now = useNow()
  return (
    <Card className="self-start p-4 max-lg:order-first md:p-6">
      <article>
        <h2 className="text-18">{letter.subject}</h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 text-13 text-muted">
          <span className="break-all">{t('office.letters.to', { recipient: letter.recipient })}</span>
          <RelativeTime at={letter.createdAt} now={now} show="moment" />
          <StateDot tone={tones[letter.state] ?? 'quiet'}>{known(`office.letters.state.${letter.state}`) ?? letter.state}</StateDot>
        </p>
        <div className="mt-4 border-t border-line pt-4 text-15 leading-relaxed! break-words whitespace-pre-line">
          <Linked text={letter.text} />
        </div>
      </article>
    </Card>
  )
}

/** Plain text with its addresses to press. Those of this site open here, as the reader of the letter would. */
function Linked({ text }: { text: string }) {
  return text.split(/(https?:\/\/[^\s<>"）」]+)/g).map((part, place) =>
    place % 2 === 1 ? (
      <a key={place} href={part} rel="noreferrer" className="break-all text-link underline underline-offset-4">
        {part}
      </a>
    ) : (
      <Fragment key={place}>{part}</Fragment>
    ),
  )
}
