import { Check, Inbox, Reply } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { useLoaderData } from 'react-router'
import { useAct } from '#web/app/act.ts'
import { requireStaff } from '#web/app/guard.ts'
import { listing, useList } from '#web/app/listing.ts'
import { ListPages, NoneHere } from '#web/app/ListTable.tsx'
import { useNow, useSettings } from '#web/app/session.tsx'
import { OfficePage } from '#web/app/shell/OfficePage.tsx'
import { replyTo } from '#web/office/admin/mail-address.ts'
import { inbox, type Visit } from '#web/office/admin/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'

const list = listing({ who: requireStaff, asks: inbox })

export const { loader } = list

/** What visitors wrote on the contact page: unanswered first, each letter whole. */
export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const shown = useList(list, loaded)
  return (
    <OfficePage place="inbox" title={t('officeNav.inbox')}>
      {shown.rows.data.length === 0 ? (
        <Card>
          <NoneHere list={shown} none={{ icon: Inbox, words: t('office.inbox.none') }} />
        </Card>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
          {shown.rows.data.map((letter) => (
            <li key={letter._id}>
              <FromVisitor letter={letter} />
            </li>
          ))}
        </ul>
      )}
      <ListPages list={shown} />
    </OfficePage>
  )
}

function FromVisitor({ letter }: { letter: Visit }) {
  const { t } = useTranslation()
  const { siteName } = useSettings()
  const now = useNow()
  const mark = useAct((api) => api.admin.answered({ id: letter._id }), {
    refreshes: ['admin.inbox', 'admin.overview', 'admin.audit'],
    said: () => t('office.inbox.marked', { name: letter.name }),
  })
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
            <Button loading={mark.busy} icon={<Check aria-hidden="true" className="size-[18px]" />} onClick={() => void mark.act()}>
              {t('office.inbox.mark')}
            </Button>
          )}
        </div>
      </article>
    </Card>
  )
}
