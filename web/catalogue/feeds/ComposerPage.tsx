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
import { clear, photosOf, seed, useUploads } from '#web/catalogue/feeds/compose/uploads.ts'
import { momentIn } from '#web/money/earnings/days.ts'
import { ownProfile } from '#web/people/profiles/queries.ts'
import { useToast } from '#web/ui/Toast.tsx'

export const handle = { auth: true }

const list = 'new'
const thumbnailList = `${list}:thumbnail`

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  return { profile: await load(args, ownProfile) }
}

export function Component() {
  const { t } = useTranslation()
  const { profile } = useLoaderData<typeof loader>()
  const { siteName, reviewDefault } = useSettings()
  const { timeZone } = useBoot()
  const me = useMember()
  const toast = useToast()
  const navigate = useNavigate()
  const { draft, setDraft, savedAt } = useKeptDraft(me._id)

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
function useKeptDraft(accountId: string) {
  const [draft, setDraft] = useState<Draft>(emptyDraft)
  const [savedAt, setSavedAt] = useState<number>()
  const [isRead, setRead] = useState(false)
  const photos = useUploads(list)
  const thumbnail = useUploads(thumbnailList)
  const latest = useRef(draft)

  useEffect(() => {
    const found = kept(accountId)
    if (found) {
      setDraft(found.draft)
      setSavedAt(found.savedAt)
      if (photosOf(list).length === 0) seed(list, found.photos)
      if (photosOf(thumbnailList).length === 0) seed(thumbnailList, found.thumbnail)
    }
    setRead(true)
  }, [accountId])

  useEffect(() => {
    latest.current = draft
    if (!isRead) return
    const isEmpty = JSON.stringify(draft) === JSON.stringify(emptyDraft) && photos.length === 0 && thumbnail.length === 0
    const timer = setTimeout(() => {
      if (isEmpty) {
        forgetKept(accountId)
        setSavedAt(undefined)
        return
      }
      const before = kept(accountId)
      const there = photos.filter(({ fileId }) => fileId).length
      if (before && JSON.stringify(before.draft) === JSON.stringify(draft) && before.photos.length === there) return
      if (keep(accountId, { draft, photos: [...photos], thumbnail: [...thumbnail] }, Date.now())) setSavedAt(Date.now())
    }, 1000)
    return () => clearTimeout(timer)
  }, [accountId, isRead, draft, photos, thumbnail])

  useEffect(
    () => () => {
      if (JSON.stringify(latest.current) !== JSON.stringify(emptyDraft))
        keep(accountId, { draft: latest.current, photos: [...photosOf(list)], thumbnail: [...photosOf(thumbnailList)] }, Date.now())
    },
    [accountId],
  )
  return { draft, setDraft, savedAt }
}
