import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { bootOf } from '#web/app/api.ts'
import { requirePerformer } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useBoot, useNow } from '#web/app/session.tsx'
import { ComposerForm } from '#web/catalogue/feeds/compose/ComposerForm.tsx'
import { posts } from '#web/catalogue/feeds/kind.ts'
import { draftFrom } from '#web/catalogue/feeds/compose/draft.ts'
import { clearAll, mediaPart } from '#web/catalogue/feeds/compose/lists.ts'
import { seedChosen } from '#web/catalogue/works/studio/chosen.ts'
import { WorkEdit } from '#web/catalogue/works/studio/WorkEdit.tsx'
import { WorkState } from '#web/catalogue/works/studio/WorkState.tsx'
import { ownOne } from '#web/catalogue/feeds/compose/queries.ts'
import { outcomeOf } from '#web/catalogue/works/studio/outcome.ts'
import { isOnItsWay, itemsFrom, itemsOf, seed } from '#web/media/uploads/uploads.ts'
import { ownProfile } from '#web/people/profiles/queries.ts'
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
  const { timeZone } = useBoot()
  const now = useNow()
  const toast = useToast()
  const navigate = useNavigate()
  const list = `post:${post._id}`
  const [draft, setDraft] = useState(() => draftFrom(post, timeZone))
  usePostFiles(list, post)

  const forget = () => clearAll(list)
  const onSent = (sent: Feed) => {
    forget()
    if (post.status === 'inactive' && sent.status !== 'inactive') return void navigate(`/creator/posts/${post._id}/published`)
    const outcome = outcomeOf(sent, Date.now())
    toast.show(t(outcome === 'shown' ? 'shell.saved' : `composer.sent.${outcome}`))
    void navigate('/creator/posts')
  }
  return (
    <WorkEdit
      kind={posts}
      title={t('composer.edit')}
      work={post}
      look={{ label: t('studio.view'), to: `/posts/${post._id}` }}
      onForget={forget}
    >
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
    </WorkEdit>
  )
}

/** The post's files come into its lists once; what was changed here and is still going up stays. */
function usePostFiles(list: string, post: Feed): void {
  // Only when another post is opened: a refetch must not undo what is being edited.
  const begin = useEffectEvent(() => {
    const { kind } = draftFrom(post, 'UTC')
    const main = `${list}${mediaPart(kind) ?? ''}`
    if (!itemsOf(main).some(isOnItsWay)) seed(main, itemsFrom(post.files))
    seedChosen(list, post)
  })
  useEffect(() => begin(), [list])
}
