import { FileLock2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useAct } from '#web/app/act.ts'
import { useNow } from '#web/app/session.tsx'
import { RateForm } from '#web/money/earnings/RateForm.tsx'
import { CountryName } from '#web/app/CountryName.tsx'
import type { Application } from '#web/office/admin/queries.ts'
import { ReasonSheet } from '#web/app/ReasonSheet.tsx'
import { Button } from '#web/ui/Button.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { writeDay } from '#web/ui/relative-time.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { Sums } from '#web/ui/Sums.tsx'

const decided = ['admin.performers', 'admin.overview', 'admin.audit'] as const

/** One application whole: who it is, the papers, and the decision. */
export function ApplicationSheet({ application, onClose }: { application: Application | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const now = useNow()
  const [rejecting, setRejecting] = useState(false)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const { act: approve, busy } = useAct((api, _once, { _id }: Application) => api.admin.approvePerformer({ id: _id }), {
    refreshes: decided,
    said: (_decided, { name }) => t('office.performers.approved', { name }),
    done: onClose,
  })
  // While the sheet leaves, it still shows whom it was about.
  const [last, setLast] = useState(application)
  if (application && application !== last) setLast(application)
  const one = application ?? last
  if (!one) return null
  const unseen = one.documents.filter(({ _id, type, isSeen }) => isPaper(type) && !isSeen && !opened.has(_id)).length

  return (
    <>
      <Sheet
        width="full"
        open={application !== undefined && !rejecting}
        onOpenChange={(open) => !open && onClose()}
        title={one.name}
        lead={`@${one.username}`}
        actions={
          one.state === 'pending' && (
            <div className="grid gap-2 md:grid-cols-2">
              <Button rank="second" size="wide" onClick={() => setRejecting(true)}>
                {t('office.performers.reject')}
              </Button>
              <Button size="wide" loading={busy} disabled={unseen > 0} onClick={() => void approve(one)}>
                {t('office.performers.approve')}
              </Button>
            </div>
          )
        }
      >
        <div className="grid gap-5 lg:grid-cols-[300px_minmax(0,1fr)] lg:gap-8">
          <div className="grid content-start gap-5">
            {one.isAgain && <p className="rounded-control bg-well px-4 py-3 text-14">{t('office.performers.again')}</p>}
            {one.state === 'rejected' && one.reason && <RefusedState look="inline" what={t('office.state.rejected')} why={one.reason} />}
            <Sums
              lines={[
                { label: t('office.performers.legalName'), value: one.legalName },
                {
                  label: t('office.performers.born'),
                  value: t('office.performers.bornAge', {
                    date: writeDay(Date.parse(one.dateOfBirth.slice(0, 10)), now, locale, 'UTC'),
                    age: one.age,
                  }),
                },
                { label: t('office.performers.country'), value: <CountryName code={one.country} /> },
                { label: t('office.performers.phone'), value: one.phone },
                { label: t('office.performers.email'), value: <span className="break-all">{one.email}</span> },
                { label: t('office.performers.sent'), value: <RelativeTime at={one.submittedAt} now={now} show="moment" /> },
                ...(one.decidedAt
                  ? [{ label: t('office.performers.decided'), value: <RelativeTime at={one.decidedAt} now={now} show="moment" /> }]
                  : []),
              ]}
            />
            {one.state === 'approved' && <RateForm key={one._id} performerId={one._id} />}
          </div>
          <section aria-labelledby="papers">
            <h3 id="papers" className="text-16">
              {t('office.performers.documents')}
            </h3>
            <p className="mt-1 mb-3 text-13 text-muted">{t('office.performers.logged')}</p>
            {one.state === 'pending' && unseen > 0 && <p className="mb-3 text-14">{t('office.performers.unseen', { count: unseen })}</p>}
            {one.documents.length === 0 ? (
              <p className="text-14 text-muted">{t('office.performers.noDocuments')}</p>
            ) : (
              <ul className="grid items-start gap-3 md:grid-cols-2">
                {one.documents.map((document) => (
                  <li key={document._id}>
                    <Paper
                      id={document._id}
                      name={t(`office.document.${document.type}`)}
                      sentAt={document.sentAt}
                      onOpened={() => setOpened((before) => new Set([...before, document._id]))}
                    />
                  </li>
                ))}
              </ul>
            )}
          </section>
        </div>
      </Sheet>
      <ReasonSheet
        open={rejecting}
        onClose={() => setRejecting(false)}
        title={t('office.performers.rejectTitle', { name: one.name })}
        lead={t('office.performers.rejectLead')}
        examples={[t('office.performers.example.blurred'), t('office.performers.example.mismatch'), t('office.performers.example.expired')]}
        act={t('office.performers.reject')}
        danger
        about={one._id}
        onSend={(api, _once, reason) => api.admin.rejectPerformer({ id: one._id, reason })}
        refreshes={decided}
        said={() => t('office.performers.rejected', { name: one.name })}
      />
    </>
  )
}

/** What shows who somebody is; other documents are for the records. */
const isPaper = (type: string) => type === 'idVerification' || type === 'documentVerification'

/** As large as it goes, and back. Phones that cannot do it show it in the full width already. */
async function wholeScreen(paper: HTMLElement): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen()
  else if ('requestFullscreen' in paper) await paper.requestFullscreen()
}

/** Nothing of a paper is asked for before somebody presses: each view is written into the audit log. */
function Paper({ id, name, sentAt, onOpened }: { id: string; name: string; sentAt: string; onOpened: () => void }) {
  const { t } = useTranslation()
  const now = useNow()
  const [picture, setPicture] = useState<{ mediaType: string; dataUrl: string }>()
  useEffect(() => () => setPicture(undefined), [id])
  const {
    act: view,
    busy,
    problem,
  } = useAct((api) => api.admin.document({ id }), {
    noIn: 'screen',
    done(paper) {
      setPicture(paper)
      onOpened()
    },
  })
  return (
    <div className="overflow-hidden rounded-control ring-1 ring-line ring-inset">
      <div className="flex min-h-16 items-center gap-3 px-4 py-2">
        <FileLock2 aria-hidden="true" className="flex-none text-muted" />
        <span className="min-w-0 flex-1">
          <span className="block text-14 font-semibold">{name}</span>
          <RelativeTime at={sentAt} now={now} className="text-13 text-muted" />
        </span>
        {picture ? (
          <Button rank="second" size="sm" onClick={() => setPicture(undefined)}>
            {t('office.performers.close')}
          </Button>
        ) : (
          <Button rank="second" size="sm" loading={busy} onClick={() => void view()}>
            {t('office.performers.view')}
          </Button>
        )}
      </div>
      {problem && (
        <p role="alert" className="px-4 pb-3 text-13 text-onair">
          {problem}
        </p>
      )}
      {picture &&
        (picture.mediaType.startsWith('image/') ? (
          <button
            type="button"
            aria-label={t('office.performers.whole', { name })}
            title={t('office.performers.whole', { name })}
            onClick={(event) => void wholeScreen(event.currentTarget)}
            className="block w-full cursor-zoom-in bg-well fullscreen:cursor-zoom-out"
          >
            <img
              src={picture.dataUrl}
              alt={name}
              className="max-h-[70dvh] min-h-[320px] w-full object-contain in-[:fullscreen]:h-dvh in-[:fullscreen]:max-h-none"
            />
          </button>
        ) : (
          <p className="px-4 pb-4 text-14">
            <a href={picture.dataUrl} download className="text-link hover:underline">
              {t('office.performers.download')}
            </a>
          </p>
        ))}
    </div>
  )
}
