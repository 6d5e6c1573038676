import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, type ShouldRevalidateFunctionArgs, useLoaderData, useNavigate, useSearchParams } from 'react-router'
import type { Feed } from '#contract/catalogue/feeds.ts'
import type { LibraryFile } from '#contract/media/uploads.ts'
import { apiOf } from '#web/app/api.ts'
import { requirePerformer } from '#web/app/guard.ts'
import { load } from '#web/app/query.ts'
import { useBoot, useMember, useSettings } from '#web/app/session.tsx'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { ComposerForm } from '#web/catalogue/feeds/compose/ComposerForm.tsx'
import { type Draft, emptyDraft } from '#web/catalogue/feeds/compose/draft.ts'
import { filesToStore, removeDraft, storeDraft, storedDraft } from '#web/catalogue/feeds/compose/local-draft.ts'
import { allParts, clearAll, mediaPart } from '#web/catalogue/feeds/compose/lists.ts'
import { itemsFrom, itemsOf, seed, watch } from '#web/media/uploads/uploads.ts'
import { zonedTimeIn } from '#web/app/zoned-time.ts'
import { useIsHydrated } from '#web/ui/hydrated.ts'
import { ownProfile } from '#web/people/profiles/queries.ts'
import { useToast } from '#web/ui/Toast.tsx'

export const handle = { auth: true }

const list = 'new'

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  const wanted = new URL(args.request.url).searchParams.get('file')
  // A file that is gone, or another's, is no reason not to write.
  const file =
    wanted && id.test(wanted)
      ? await apiOf(args)
          .uploads.one({ id: wanted })
          .catch(() => undefined)
      : undefined
  return { profile: await load(args, ownProfile), file }
}

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Not when only `?file=` leaves the address. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname
}

/** What this browser kept is known only to a page that is hydrated: then the form begins anew with it. */
export function Component() {
  const isHydrated = useIsHydrated()
  return <Composing key={String(isHydrated)} isHydrated={isHydrated} />
}

function Composing({ isHydrated }: { isHydrated: boolean }) {
  const { t } = useTranslation()
  const { profile, file } = useLoaderData<typeof loader>()
  const { siteName, reviewDefault } = useSettings()
  const { timeZone } = useBoot()
  const me = useMember()
  const toast = useToast()
  const navigate = useNavigate()
  const { draft, setDraft, savedAt } = useLocalDraft(me._id, isHydrated)
  useChosenFile(file, isHydrated, setDraft)

  const onSent = (post: Feed) => {
    removeDraft(me._id)
    clearAll(list)
    setDraft(emptyDraft)
    if (post.status !== 'inactive') return void navigate(`/creator/posts/${post._id}/published`)
    toast.show(t('composer.sent.kept'))
    void navigate('/creator/posts')
  }
  const saved = savedAt === undefined ? undefined : zonedTimeIn(savedAt, timeZone)
  const clock = saved && `${String(saved.hour).padStart(2, '0')}:${String(saved.minute).padStart(2, '0')}`
  return (
    <StudioShell below place="publish" title={t('composer.title')}>
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
function useLocalDraft(accountId: string, isHydrated: boolean) {
  const [found] = useState(() => (isHydrated ? storedDraft(accountId) : undefined))
  const [draft, setDraft] = useState<Draft>(found?.draft ?? emptyDraft)
  const [savedAt, setSavedAt] = useState(found?.savedAt)
  const latest = useRef(draft)

  useEffect(() => {
    if (!found) return
    for (const part of allParts) if (itemsOf(`${list}${part}`).length === 0) seed(`${list}${part}`, found.files[part] ?? [])
  }, [found])

  // The words a second after the last change; the files whenever one of them has arrived.
  useEffect(() => {
    latest.current = draft
    if (!isHydrated) return
    const write = () => {
      const files = filesToStore(list)
      const isEmpty = JSON.stringify(draft) === JSON.stringify(emptyDraft) && Object.keys(files).length === 0
      if (isEmpty) {
        removeDraft(accountId)
        return setSavedAt(undefined)
      }
      const before = storedDraft(accountId)
      if (before && JSON.stringify([before.draft, before.files]) === JSON.stringify([draft, files])) return
      const savedAt = Date.now()
      if (storeDraft(accountId, { draft, files, savedAt })) setSavedAt(savedAt)
    }
    let timer = setTimeout(write, 1000)
    const stop = watch(() => {
      clearTimeout(timer)
      timer = setTimeout(write, 1000)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [accountId, isHydrated, draft])

  useEffect(
    () => () => {
      if (JSON.stringify(latest.current) !== JSON.stringify(emptyDraft))
        storeDraft(accountId, { draft: latest.current, files: filesToStore(list), savedAt: Date.now() })
    },
    [accountId],
  )
  return { draft, setDraft, savedAt }
}

/** `?file=…` from the library: it stands in the form, and the address is that of the form again. */
function useChosenFile(file: LibraryFile | undefined, isHydrated: boolean, setDraft: (change: (draft: Draft) => Draft) => void): void {
  const [asked, setAsked] = useSearchParams()
  const take = useEffectEvent(() => {
    if (!file) return
    const kind = file.purpose === 'video' || file.purpose === 'audio' ? file.purpose : 'photo'
    const place = `${list}${mediaPart(kind) ?? ''}`
    const there = itemsOf(place).filter(({ fileId }) => fileId !== file._id)
    seed(place, kind === 'photo' ? [...there, ...itemsFrom([file])] : itemsFrom([file]))
    setDraft((draft) => ({ ...draft, kind }))
  })
  const isAsked = asked.has('file')
  useEffect(() => {
    if (!isHydrated || !isAsked) return
    take()
    setAsked({}, { replace: true, preventScrollReset: true })
  }, [isHydrated, isAsked, setAsked])
}
