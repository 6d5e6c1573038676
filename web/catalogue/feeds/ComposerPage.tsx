import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { requirePerformer } from '#web/app/guard.ts'
import { load } from '#web/app/query.ts'
import { useBoot, useMember, useSettings } from '#web/app/session.tsx'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { ComposerForm } from '#web/catalogue/feeds/compose/ComposerForm.tsx'
import { type Draft, emptyDraft, forgetKept, keep, kept } from '#web/catalogue/feeds/compose/draft.ts'
import { outcomeOf } from '#web/catalogue/feeds/compose/sent.ts'
import { clear, type Photo, photosOf, seed, useUploads } from '#web/catalogue/feeds/compose/uploads.ts'
import { momentIn } from '#web/money/earnings/days.ts'
import { useAlive } from '#web/people/profiles/PersonPanel.tsx'
import { ownProfile } from '#web/people/profiles/queries.ts'
import { useToast } from '#web/ui/Toast.tsx'

export const handle = { auth: true }

const list = 'new'
const thumbnailList = `${list}:thumbnail`

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  return { profile: await load(args, ownProfile) }
}

/** What this browser kept is known only to a page that is alive: then the form begins anew with it. */
export function Component() {
  const alive = useAlive()
  return <Composing key={String(alive)} alive={alive} />
}

function Composing({ alive }: { alive: boolean }) {
  const { t } = useTranslation()
  const { profile } = useLoaderData<typeof loader>()
  const { siteName, reviewDefault } = useSettings()
  const { timeZone } = useBoot()
  const me = useMember()
  const toast = useToast()
  const navigate = useNavigate()
  const { draft, setDraft, savedAt } = useKeptDraft(me._id, alive)

  const onSent = (post: Feed) => {
    forgetKept(me._id)
    clear(list)
    clear(thumbnailList)
    setDraft(emptyDraft)
    const outcome = outcomeOf(post, Date.now())
    toast.show(
      t(`composer.sent.${outcome}`),
      outcome === 'shown' ? { action: { label: t('composer.look'), onPress: () => void navigate(`/posts/${post._id}`) } } : {},
    )
    void navigate('/creator/posts')
  }
  const saved = savedAt === undefined ? undefined : momentIn(savedAt, timeZone)
  const clock = saved && `${String(saved.hour).padStart(2, '0')}:${String(saved.minute).padStart(2, '0')}`
  return (
    <StudioShell place="publish" title={t('composer.title')}>
      <title>{`${t('composer.title')} · ${siteName}`}</title>
      <ComposerForm
        title={t('composer.title')}
        list={list}
        draft={draft}
        onDraft={setDraft}
        profile={profile}
        note={clock ? t('composer.kept', { time: clock }) : t(`composer.review.${reviewDefault}`)}
        onSent={onSent}
      />
    </StudioShell>
  )
}

/** The words come back after a reload or another page; they are kept a second after the last change, and on leaving. */
function useKeptDraft(accountId: string, alive: boolean) {
  const [found] = useState(() => (alive ? kept(accountId) : undefined))
  const [draft, setDraft] = useState<Draft>(found?.draft ?? emptyDraft)
  const [savedAt, setSavedAt] = useState(found?.savedAt)
  const photos = useUploads(list)
  const thumbnail = useUploads(thumbnailList)
  const latest = useRef(draft)

  useEffect(() => {
    if (!found) return
    if (photosOf(list).length === 0) seed(list, found.photos)
    if (photosOf(thumbnailList).length === 0) seed(thumbnailList, found.thumbnail)
  }, [found])

  useEffect(() => {
    latest.current = draft
    if (!alive) return
    const isEmpty = JSON.stringify(draft) === JSON.stringify(emptyDraft) && photos.length === 0 && thumbnail.length === 0
    const timer = setTimeout(() => {
      if (isEmpty) {
        forgetKept(accountId)
        setSavedAt(undefined)
        return
      }
      const before = kept(accountId)
      const there = (list: readonly Photo[]) => list.flatMap(({ fileId }) => fileId ?? [])
      const isKept =
        before &&
        JSON.stringify([before.draft, there(before.photos), there(before.thumbnail)]) ===
          JSON.stringify([draft, there(photos), there(thumbnail)])
      if (isKept) return
      if (keep(accountId, { draft, photos: [...photos], thumbnail: [...thumbnail] }, Date.now())) setSavedAt(Date.now())
    }, 1000)
    return () => clearTimeout(timer)
  }, [accountId, alive, draft, photos, thumbnail])

  useEffect(
    () => () => {
      if (JSON.stringify(latest.current) !== JSON.stringify(emptyDraft))
        keep(accountId, { draft: latest.current, photos: [...photosOf(list)], thumbnail: [...photosOf(thumbnailList)] }, Date.now())
    },
    [accountId],
  )
  return { draft, setDraft, savedAt }
}
