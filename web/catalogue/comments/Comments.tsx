import { Lock, MessageCircle } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { Refused } from '#contract/client.ts'
import { sentenceOf } from '#web/app/api.ts'
import { useQuery } from '#web/app/query.ts'
import { useMe } from '#web/app/session.tsx'
import { CommentForm } from '#web/catalogue/comments/CommentForm.tsx'
import { useLeaving } from '#web/catalogue/comments/leaving.ts'
import { type CommentPage, commentsOf, type Target } from '#web/catalogue/comments/queries.ts'
import { Thread } from '#web/catalogue/comments/Thread.tsx'
import { useAsMember } from '#web/people/follows/members.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { Bone, Waiting } from '#web/ui/Skeleton.tsx'

export type CommentsProps = {
  target: Target
  /** What its counter says; the counter counts replies too. */
  total: number
  /** Whose it is. */
  of: { name: string; avatar?: string | undefined }
  /** This reader may not read them, and nothing is asked. */
  isClosed?: boolean
  /** Something was written or deleted: the work's own counter is asked for again by its page. */
  onChange?: (() => void) | undefined
}

/** Everything under a work: the form for those who may, then what was said, the pinned one first. */
export function Comments({ target, total, of, isClosed = false, onChange }: CommentsProps) {
  const { t } = useTranslation()
  const id = useId()
  const me = useMe()
  const [pages, setPages] = useState(1)
  const first = useQuery(isClosed ? null : commentsOf(target, 0))
  const leaving = useLeaving()
  const { data, error } = first
  const isLocked = isClosed || (error instanceof Refused && (error.code === 'work_locked' || error.code === 'birth_date_required'))
  const isEmpty = data !== undefined && shownOf(data.data, leaving).length === 0
  return (
    <section aria-labelledby={id}>
      <Card className="p-4 md:p-5">
        <h2 id={id} className="num mb-3 text-16 font-semibold">
          {total > 0 ? t('comments.count', { count: total }) : t('comments.title')}
        </h2>
        {data && <Write target={target} of={of} page={data} onChange={onChange} />}
        {!data && !error && !isLocked && <CommentsWaiting />}
        {!data && isLocked && (
          <EmptyState look="bare" icon={Lock}>
            {t(me ? 'comments.locked' : 'comments.lockedToVisitors')}
          </EmptyState>
        )}
        {!data && error !== undefined && !isLocked && (
          <RefusedState
            look="inline"
            what={t('comments.failed')}
            why={sentenceOf(error, t('shell.tryLater'))}
            actions={
              <Button rank="second" size="sm" onClick={() => void first.mutate()}>
                {t('comments.retry')}
              </Button>
            }
          />
        )}
        {isEmpty && (
          <EmptyState look="bare" icon={MessageCircle}>
            {t(data.canComment ? 'comments.empty' : 'comments.emptyClosed')}
          </EmptyState>
        )}
        {data && !isEmpty && (
          <ul className="mt-4 grid gap-4">
            {Array.from({ length: pages }, (_, page) => (
              <OnePage key={page} target={target} offset={page * 20} />
            ))}
          </ul>
        )}
        {data && data.total > pages * 20 && (
          <div className="mt-4 grid justify-items-center">
            <Button rank="second" size="sm" onClick={() => setPages(pages + 1)}>
              {t('comments.more')}
            </Button>
          </div>
        )}
      </Card>
    </section>
  )
}

/** The form; or why there is none, in one sentence. */
function Write({
  target,
  of,
  page,
  onChange,
}: Pick<CommentsProps, 'target' | 'of'> & { page: CommentPage; onChange: (() => void) | undefined }) {
  const { t } = useTranslation()
  const me = useMe()
  const asMember = useAsMember()
  const wish = { key: `comment:${target.objectId}`, kind: 'comment', of } as const
  if (!me) {
    return (
      <Button rank="second" size="sm" onClick={() => asMember(wish, () => {})}>
        {t('comments.signIn')}
      </Button>
    )
  }
  if (!page.canComment)
    return <p className="rounded-control bg-well px-4 py-3 text-14 text-muted">{t(`comments.closed.${page.whoMayComment}`)}</p>
  return (
    <CommentForm
      face={36}
      label={t('comments.write')}
      placeholder={t('comments.placeholder')}
      sends={(api, _once, content) => api.comments.write({ ...target, content })}
      onSent={onChange}
    />
  )
}

function OnePage({ target, offset }: { target: Target; offset: number }) {
  const leaving = useLeaving()
  const { data } = useQuery(commentsOf(target, offset), undefined, { keepPreviousData: true })
  return (
    data &&
    shownOf(data.data, leaving).map((comment) => (
      <Thread key={comment._id} comment={leaving.has(comment._id) ? placeOf(comment) : comment} canComment={data.canComment} />
    ))
  )
}

/** One that is being deleted is gone at once, unless somebody answered it: then its place stays. */
function shownOf(comments: CommentPage['data'], leaving: ReadonlySet<string>): CommentPage['data'] {
  return comments.filter(({ _id, totalReply }) => !leaving.has(_id) || totalReply > 0)
}

/** What is left of one that was deleted while replies stand under it. */
function placeOf(comment: CommentPage['data'][number]): CommentPage['data'][number] {
  const { creator: _, ...rest } = comment
  return { ...rest, content: '', isDeleted: true, isPinned: false, canEdit: false, canDelete: false, canPin: false }
}

function CommentsWaiting() {
  return (
    <Waiting className="mt-4">
      <div className="grid gap-5">
        {[0, 1, 2].map((row) => (
          <div key={row} className="flex gap-3">
            <Bone round className="size-9 flex-none" />
            <div className="grid flex-1 gap-2 pt-1">
              <Bone className="h-3.5 w-32" />
              <Bone className="h-3.5 w-4/5" />
            </div>
          </div>
        ))}
      </div>
    </Waiting>
  )
}
