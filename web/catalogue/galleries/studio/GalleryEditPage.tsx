import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import type { Gallery } from '#contract/catalogue/galleries.ts'
import type { OwnProfile } from '#contract/windows/me.ts'
import { bootOf } from '#web/app/api.ts'
import { requirePerformer } from '#web/app/guard.ts'
import { load } from '#web/app/query.ts'
import { useNow } from '#web/app/session.tsx'
import { ownOne } from '#web/catalogue/galleries/queries.ts'
import { galleries } from '#web/catalogue/galleries/studio/kind.ts'
import { draftFrom, emptyDraft, type GalleryDraft } from '#web/catalogue/galleries/studio/draft.ts'
import { GalleryForm } from '#web/catalogue/galleries/studio/GalleryForm.tsx'
import { outcomeOf } from '#web/catalogue/works/studio/outcome.ts'
import { seedChosen } from '#web/catalogue/works/studio/chosen.ts'
import { WorkEdit } from '#web/catalogue/works/studio/WorkEdit.tsx'
import { WorkState } from '#web/catalogue/works/studio/WorkState.tsx'
import { clear, isOnItsWay, itemsFrom, itemsOf, seed } from '#web/media/uploads/uploads.ts'
import { ownProfile } from '#web/people/profiles/queries.ts'
import { useToast } from '#web/ui/Toast.tsx'

export const handle = { auth: true }

/** What is being written outlives its page as its uploads do, until it is sent or the tab is closed. */
const begun = new Map<string, GalleryDraft>()

/** `/creator/galleries/new` begins one. */
export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  const id = args.params['galleryId'] ?? 'new'
  if (id !== 'new' && !/^[0-9a-f-]{36}$/.test(id)) throw new Response('', { status: 404 })
  const [gallery, profile] = await Promise.all([id === 'new' ? undefined : load(args, ownOne(id)), load(args, ownProfile)])
  return { gallery, profile, timeZone: bootOf(args).timeZone }
}

export function Component() {
  const { gallery, profile, timeZone } = useLoaderData<typeof loader>()
  // Another gallery is another form.
  return <Edit key={gallery?._id ?? 'new'} gallery={gallery} profile={profile} timeZone={timeZone} />
}

type EditProps = { gallery: Gallery | undefined; profile: OwnProfile; timeZone: string }

function Edit({ gallery, profile, timeZone }: EditProps) {
  const { t } = useTranslation()
  const now = useNow()
  const toast = useToast()
  const navigate = useNavigate()
  const list = `gallery:${gallery?._id ?? 'new'}`
  const [draft, setDraft] = useState(() => begun.get(list) ?? (gallery ? draftFrom(gallery, timeZone) : emptyDraft))
  usePhotos(list, gallery)
  const write = (next: GalleryDraft) => {
    begun.set(list, next)
    setDraft(next)
  }
  const forget = () => {
    begun.delete(list)
    clear(list)
    clear(`${list}:thumbnail`)
  }
  const onSent = (sent: Gallery) => {
    const isWaiting = sent.status === 'inactive' && itemsOf(list).some(({ state }) => state === 'processing')
    forget()
    const isNew = gallery === undefined || gallery.status === 'inactive'
    if (isNew && sent.status !== 'inactive') return void navigate(`/creator/galleries/${sent._id}/published`)
    const outcome = outcomeOf(sent, Date.now(), isWaiting)
    toast.show(t(outcome === 'shown' ? 'shell.saved' : `galleryStudio.sent.${outcome}`))
    void navigate('/creator/galleries')
  }
  return (
    <WorkEdit
      kind={galleries}
      title={t(gallery ? 'galleryStudio.edit' : 'galleryStudio.new')}
      work={gallery}
      look={{ label: t('galleryStudio.look'), to: `/galleries/${gallery?._id}` }}
      onForget={forget}
    >
      <GalleryForm
        list={list}
        draft={draft}
        onDraft={write}
        profile={profile}
        before={gallery}
        note={gallery && <WorkState work={gallery} now={now} />}
        onSent={onSent}
      />
    </WorkEdit>
  )
}

/** The gallery's photos come into the list once; what was changed here and is still going up stays. */
function usePhotos(list: string, gallery: Gallery | undefined): void {
  const begin = useEffectEvent(() => {
    if (!gallery || begun.has(list) || itemsOf(list).some(isOnItsWay)) return
    seed(list, itemsFrom((gallery.photos ?? []).map(({ file }) => file)))
    seedChosen(list, gallery)
  })
  useEffect(() => begin(), [list])
}
