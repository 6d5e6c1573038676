import type { ReplyTo } from '#contract/client.ts'
import { AtSign, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { kindNames } from '#contract/catalogue/kind-names.ts'
import { sentenceOf } from '#web/app/api.ts'
import { requirePerformer } from '#web/app/guard.ts'
import { query, load, refresh, useQuery } from '#web/app/query.ts'
import { useApi, useNow, useSettings } from '#web/app/session.tsx'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { pagingOf, tableFrom, useTableAddress } from '#web/app/table-address.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Pills } from '#web/ui/Pills.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'
import { useToast } from '#web/ui/Toast.tsx'

export const handle = { auth: true }

type Tagged = ReplyTo<'works.tagged'>
type TagRequest = Tagged['data'][number]

const states = ['asked', 'agreed', 'declined'] as const
const table = { sortBy: 'askedAt', sort: 'desc', sortable: [] } as const

interface Asked {
  limit: number
  offset: number
  state?: TagRequest['state']
}
const tagged = (input: Asked) => query('works.tagged', input)

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  const params = new URL(args.request.url).searchParams
  const state = states.find((each) => each === params.get('state'))
  const input = { ...pagingOf(tableFrom(params, table)), ...(state && { state }) }
  return { input, rows: await load(args, tagged(input)) }
}

/** Works of others that name me: I agree or decline, and may change my mind. */
export function Component() {
  const { t } = useTranslation()
  const { siteName } = useSettings()
  const { input, rows: loaded } = useLoaderData<typeof loader>()
  const address = useTableAddress(table)
  const rows = useQuery(tagged(input), loaded).data ?? loaded
  const columns = useColumns()
  return (
    <StudioShell place="tagged" title={t('tagged.title')}>
      <title>{`${t('tagged.title')} · ${siteName}`}</title>
      <PageTitle aside={<span className="num max-md:hidden">{t('tagged.count', { count: rows.total })}</span>}>
        {t('tagged.title')}
      </PageTitle>
      <p className="mb-2 max-w-[640px] text-14 text-muted max-md:px-4 max-md:pt-4">
        {t('tagged.lead')} {t('tagged.worried')}
        <Link to="/contact" className="text-link underline underline-offset-4">
          {t('tagged.tellUs')}
        </Link>
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
        <Pills
          label={t('tagged.state')}
          pills={[
            { label: t('tagged.all'), to: address.filterTo({ state: undefined }), current: input.state === undefined },
            ...states.map((each) => ({
              label: t(`tagged.state.${each}`),
              to: address.filterTo({ state: each }),
              current: input.state === each,
            })),
          ]}
        />
        <DataTable
          label={t('tagged.title')}
          columns={columns}
          rows={rows.data}
          rowKey={({ workId }) => workId}
          total={rows.total}
          {...address.table}
          empty={
            <EmptyState look="bare" icon={AtSign}>
              {t(input.state ? 'tagged.noneFiltered' : 'tagged.none')}
            </EmptyState>
          }
        />
      </div>
    </StudioShell>
  )
}

const tones = { asked: 'waiting', agreed: 'ok', declined: 'quiet' } as const

function useColumns(): Column<TagRequest>[] {
  const { t } = useTranslation()
  const now = useNow()
  return [
    {
      key: 'title',
      title: t('tagged.title'),
      cell: ({ title, kind, workId, performer, askedAt }) => (
        <span className="flex min-w-0 items-center gap-3">
          <Avatar src={performer.avatar} name={performer.name} to={`/${performer.username}`} />
          <span className="min-w-0">
            <Link to={`/${kindNames[kind].path}/${workId}`} className="line-clamp-1 font-semibold hover:underline">
              {title || t('tagged.untitled')}
              <ExternalLink aria-hidden="true" className="ml-1.5 inline size-3.5 align-baseline text-muted" />
            </Link>
            <span className="block text-13 text-muted">
              {t(`tagged.kind.${kind}`)} · {t('tagged.by', { name: performer.name })} · <RelativeTime at={askedAt} now={now} />
            </span>
          </span>
        </span>
      ),
    },
    {
      key: 'state',
      title: t('tagged.state'),
      cell: ({ state }) => <StateDot tone={tones[state]}>{t(`tagged.state.${state}`)}</StateDot>,
    },
    { key: 'answer', title: t('studio.actions'), hideTitle: true, align: 'right', cell: (row) => <Answer request={row} /> },
  ]
}

function Answer({ request: { workId, state } }: { request: TagRequest }) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const [busy, setBusy] = useState<'agree' | 'decline'>()
  const answer = async (what: 'agree' | 'decline') => {
    setBusy(what)
    try {
      await (what === 'agree' ? api.works.agreeToTag({ id: workId }) : api.works.declineTag({ id: workId }))
      toast.show(t(what === 'agree' ? 'tagged.agreed' : 'tagged.declined'))
    } catch (error) {
      toast.show(sentenceOf(error, t('shell.tryLater')), { failed: true })
    }
    await refresh('works.tagged')
    setBusy(undefined)
  }
  return (
    <span className="flex flex-wrap justify-end gap-2 max-md:justify-start">
      {state !== 'declined' && (
        <Button rank="second" size="sm" loading={busy === 'decline'} onClick={() => void answer('decline')}>
          {t(state === 'agreed' ? 'tagged.takeBack' : 'tagged.decline')}
        </Button>
      )}
      {state !== 'agreed' && (
        <Button rank={state === 'asked' ? 'inverse' : 'second'} size="sm" loading={busy === 'agree'} onClick={() => void answer('agree')}>
          {t(state === 'asked' ? 'tagged.agree' : 'tagged.agreeAfterAll')}
        </Button>
      )}
    </span>
  )
}
