import { Check, Inbox, Reply } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { sentenceOf } from '#web/app/api.ts'
import { requireStaff } from '#web/app/guard.ts'
import { load, refresh, useQuery } from '#web/app/query.ts'
import { useApi, useNow, useSettings } from '#web/app/session.tsx'
import { OfficeShell } from '#web/app/shell/OfficeShell.tsx'
import { pagingOf, tableFrom, useTableAddress } from '#web/app/table-address.ts'
import { replyTo } from '#web/office/admin/mail-address.ts'
import { inbox, overview, type Visit } from '#web/office/admin/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'
import { useToast } from '#web/ui/Toast.tsx'

const table = { sortBy: '', sort: 'desc', sortable: [] } as const

export async function loader(args: LoaderFunctionArgs) {
  requireStaff(args)
  const input = pagingOf(tableFrom(new URL(args.request.url).searchParams, table))
  const [rows, facts] = await Promise.all([load(args, inbox(input)), load(args, overview)])
  return { input, rows, facts }
}

/** What visitors wrote on the contact page: unanswered first, each letter whole. */
export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const { siteName } = useSettings()
  const address = useTableAddress(table)
  const rows = useQuery(inbox(loaded.input), loaded.rows).data ?? loaded.rows
  const facts = useQuery(overview, loaded.facts).data ?? loaded.facts
  return (
    <OfficeShell place="inbox" counts={{ performers: facts.pendingPerformers, works: facts.pendingWorks, inbox: facts.unansweredLetters }}>
      <title>{`${t('shell.office.inbox')} · ${siteName}`}</title>
      <PageTitle onPhone="shown">{t('shell.office.inbox')}</PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
        {rows.data.length === 0 ? (
          <Card>
            <EmptyState
              look="bare"
              icon={Inbox}
              action={
                address.state.current > 1 && (
                  <Button rank="second" size="sm" to={address.pageTo(1)}>
                    {t('office.page.first')}
                  </Button>
                )
              }
            >
              {t(address.state.current > 1 ? 'office.page.none' : 'office.inbox.none')}
            </EmptyState>
          </Card>
        ) : (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
            {rows.data.map((letter) => (
              <li key={letter._id}>
                <FromVisitor letter={letter} />
              </li>
            ))}
          </ul>
        )}
        <Pagination current={address.state.current} pageSize={address.state.pageSize} total={rows.total} to={address.pageTo} />
      </div>
    </OfficeShell>
  )
}

function FromVisitor({ letter }: { letter: Visit }) {
  const { t } = useTranslation()
  const { siteName } = useSettings()
  const api = useApi()
  const toast = useToast()
  const now = useNow()
  const [busy, setBusy] = useState(false)
  const markAnswered = async () => {
    if (busy) return
    setBusy(true)
    try {
      await api.admin.answered({ id: letter._id })
      toast.show(t('office.inbox.marked', { name: letter.name }))
    } catch (error) {
      toast.show(sentenceOf(error, t('shell.tryLater')), { failed: true })
    }
    // Also after a refusal: somebody else at the office may have answered it meanwhile.
    await refresh('admin.inbox', 'admin.overview', 'admin.audit')
    setBusy(false)
  }
  return (
    <Card className="p-4 md:p-6">
      <article>
        <h2 className="text-16 break-words">{letter.name}</h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 text-13 text-muted">
          <span className="break-all">{letter.email}</span>
          <RelativeTime at={letter.createdAt} now={now} show="moment" />
          <StateDot tone={letter.answeredAt ? 'ok' : 'waiting'}>
            {t(letter.answeredAt ? 'office.inbox.isAnswered' : 'office.inbox.waits')}
            {letter.answeredAt && (
              <>
                {' '}
                <RelativeTime at={letter.answeredAt} now={now} />
              </>
            )}
          </StateDot>
        </p>
        <div className="mt-4 border-t border-line pt-4">
          <p className="max-w-[44em] text-15 leading-relaxed! break-words whitespace-pre-line">{letter.message}</p>
        </div>
        <div className="mt-4 flex flex-wrap justify-end gap-2">
          <Button
            rank="second"
            icon={<Reply aria-hidden="true" className="size-[18px]" />}
            to={replyTo(letter.email, t('office.inbox.subject', { siteName }))}
            reloadDocument
          >
            {t('office.inbox.reply')}
          </Button>
          {!letter.answeredAt && (
            <Button loading={busy} icon={<Check aria-hidden="true" className="size-[18px]" />} onClick={() => void markAnswered()}>
              {t('office.inbox.mark')}
            </Button>
          )}
        </div>
      </article>
    </Card>
  )
}
