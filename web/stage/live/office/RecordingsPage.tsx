import { FileLock2 } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { requireStaff } from '#web/app/guard.ts'
import { listing, useList } from '#web/app/listing.ts'
import { ListTable } from '#web/app/ListTable.tsx'
import { ReasonSheet } from '#web/app/ReasonSheet.tsx'
import { useTranslation } from '#web/app/say.ts'
import { useNow } from '#web/app/session.tsx'
import { OfficePage } from '#web/app/shell/OfficePage.tsx'
import { FilmSheet } from '#web/stage/live/office/FilmSheet.tsx'
import { type Film, type Recording, withheldRecordings } from '#web/stage/live/office/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { RowTitle } from '#web/ui/RowTitle.tsx'

const list = listing({ who: requireStaff, asks: withheldRecordings })
export const { loader } = list

/** Films of shows that staff cut or took down. Nothing of one is asked for before somebody says why they look. */
export function Component() {
  const { t } = useTranslation()
  const shown = useList(list, useLoaderData<typeof loader>())
  const [asked, setAsked] = useState<{ one: Recording; open: boolean }>()
  const [film, setFilm] = useState<{ one: Recording; film: Film }>()
  const title = t('officeReports.recordings.title')
  const columns: Column<Recording>[] = [
    {
      key: 'what',
      title: t('officeReports.recordings.show'),
      cell: (one) => (
        <RowTitle
          {...(one.performer && { to: `/admin/people/${one.performer._id}` })}
          under={one.performer ? `@${one.performer.username}` : ' '}
        >
          {one.title}
        </RowTitle>
      ),
    },
    {
      key: 'withheldAt',
      title: t('officeReports.recordings.since'),
      onPhone: 'hidden',
      cell: (one) => <Moment at={one.withheldAt} />,
    },
    {
      key: 'keptUntil',
      title: t('officeReports.recordings.until'),
      onPhone: 'note',
      // On a phone no heading says which moment it is.
      cell: (one) => (
        <>
          <span className="text-muted md:hidden">{t('officeReports.recordings.until')} </span>
          <Moment at={one.keptUntil} />
        </>
      ),
    },
    {
      key: 'look',
      title: '',
      align: 'right',
      onPhone: 'end',
      cell: (one) => (
        <Button rank="second" size="sm" onClick={() => setAsked({ one, open: true })}>
          {t('officeReports.recordings.look')}
        </Button>
      ),
    },
  ]
  return (
    <OfficePage below place="reports" title={title}>
      <p className="max-w-[68ch] text-14 text-muted max-md:px-4 max-md:py-3">{t('officeReports.recordings.lead')}</p>
      <ListTable label={title} list={shown} columns={columns} none={{ icon: FileLock2, words: t('officeReports.recordings.none') }} />
      {asked && (
        <ReasonSheet
          open={asked.open}
          onClose={() => setAsked({ ...asked, open: false })}
          title={t('officeReports.recordings.ask')}
          lead={t('officeReports.recordings.ask.lead', { title: asked.one.title })}
          act={t('officeReports.recordings.look')}
          about={asked.one._id}
          onSend={async (api, _once, reason) => {
            const opened = await api.live.openWithheldRecording({ id: asked.one._id, reason })
            setFilm({ one: asked.one, film: opened })
            return opened
          }}
          refreshes={['admin.audit']}
        />
      )}
      {film && <FilmSheet key={film.film.url} title={film.one.title} film={film.film} onClose={() => setFilm(undefined)} />}
    </OfficePage>
  )
}

function Moment({ at }: { at: string }) {
  return <RelativeTime at={at} now={useNow()} show="moment" className="text-muted" />
}
