import { ExternalLink, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { bootOf } from '#web/app/api.ts'
import { requirePerformer } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useBoot, useNow, useSettings } from '#web/app/session.tsx'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { ComposerForm } from '#web/catalogue/feeds/compose/ComposerForm.tsx'
import { DeleteWorks } from '#web/catalogue/works/studio/DeleteWorks.tsx'
import { posts } from '#web/catalogue/works/studio/kinds.ts'
import { chosenTeaser, draftFrom } from '#web/catalogue/feeds/compose/draft.ts'
import { clearAll, mediaPart } from '#web/catalogue/feeds/compose/lists.ts'
import { WorkState } from '#web/catalogue/works/studio/WorkState.tsx'
import { ownOne } from '#web/catalogue/feeds/compose/queries.ts'
import { outcomeOf } from '#web/catalogue/feeds/compose/sent.ts'
import { isOnItsWay, itemsFrom, itemsOf, seed } from '#web/media/uploads/uploads.ts'
import { ownProfile } from '#web/people/profiles/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { useToast } from '#web/ui/Toast.tsx'

export const handle = { auth: true }

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  const [post, profile] = await Promise.all([load(args, ownOne(args.params['postId'] ?? '')), load(args, ownProfile)])
  return { post, profile, timeZone: bootOf(args).timeZone }
}

export function Component() {
  const { post, profile } = useLoaderData<typeof loader>()
  const current = useQuery(ownOne(post._id), post).data ?? post
  // Another post is another form.
  return <Edit key={post._id} post={current} profile={profile} />
}

function Edit({ post, profile }: Pick<ReturnType<typeof useLoaderData<typeof loader>>, 'post' | 'profile'>) {
  const { t } = useTranslation()
  const { siteName } = useSettings()
  const { timeZone } = useBoot()
  const now = useNow()
  const toast = useToast()
  const navigate = useNavigate()
  const list = `post:${post._id}`
  const [draft, setDraft] = useState(() => draftFrom(post, timeZone))
  const [deleting, setDeleting] = useState(false)
  usePostFiles(list, post)

  const forget = () => clearAll(list)
  const onSent = (sent: Feed) => {
    forget()
    const outcome = outcomeOf(sent, Date.now())
    toast.show(t(outcome === 'shown' && post.status === 'active' ? 'shell.saved' : `composer.sent.${outcome}`))
    void navigate('/creator/posts')
  }
  return (
    <StudioShell place="posts" title={t('composer.edit')}>
      <title>{`${t('composer.edit')} · ${siteName}`}</title>
      {post.rejectionReason && (
        <RefusedState look="inline" className="mb-4 max-md:m-4" what={t('composer.rejected')} why={post.rejectionReason} />
      )}
      <ComposerForm
        title={t('composer.edit')}
        list={list}
        draft={draft}
        onDraft={setDraft}
        profile={profile}
        before={post}
        note={<WorkState work={post} now={now} />}
        onSent={onSent}
      />
      <div className="mt-6 flex flex-wrap gap-2 max-md:px-4">
        <Button rank="second" size="sm" icon={<ExternalLink className="size-4" />} to={`/posts/${post._id}`}>
          {t('studio.view')}
        </Button>
        <Button rank="second" size="sm" icon={<Trash2 className="size-4" />} onClick={() => setDeleting(true)}>
          {t('studio.delete')}
        </Button>
      </div>
      <DeleteWorks
        kind={posts}
        ids={deleting ? [post._id] : []}
        onClose={() => setDeleting(false)}
        onDeleted={() => {
          forget()
          void navigate('/creator/posts')
        }}
      />
    </StudioShell>
  )
}

/** The post's files come into its lists once; what was changed here and is still going up stays. */
function usePostFiles(list: string, post: Feed): void {
  // Only when another post is opened: a refetch must not undo what is being edited.
  const begin = useEffectEvent(() => {
    const { kind } = draftFrom(post, 'UTC')
    const main = `${list}${mediaPart(kind) ?? ''}`
    if (!itemsOf(main).some(isOnItsWay)) seed(main, itemsFrom(post.files))
    const before = { id: 'before', name: '', state: 'ready', percent: 100 } as const
    if (post.thumbnail && itemsOf(`${list}:thumbnail`).length === 0)
      seed(`${list}:thumbnail`, [{ ...before, purpose: 'thumbnail', picture: post.thumbnail.url }])
    const teaser = chosenTeaser(post)
    if (teaser && itemsOf(`${list}:teaser`).length === 0)
      seed(`${list}:teaser`, [{ ...before, purpose: 'teaser', picture: teaser.thumbnails[0]?.url, duration: teaser.duration }])
  })
  useEffect(() => begin(), [list])
}
