import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { Comment } from '#contract/catalogue/comments.ts'
import { useQuery } from '#web/app/query.ts'
import { CommentForm } from '#web/catalogue/comments/CommentForm.tsx'
import { CommentRow } from '#web/catalogue/comments/CommentRow.tsx'
import { useLeaving } from '#web/catalogue/comments/leaving.ts'
import { commentsOf } from '#web/catalogue/comments/queries.ts'
import { useAsMember } from '#web/people/follows/members.ts'
import { Button } from '#web/ui/Button.tsx'

/** A comment and what was answered to it: folded until somebody wants to read, or answers. */
export function Thread({ comment, canComment }: { comment: Comment; canComment: boolean }) {
  const { t } = useTranslation()
  const asMember = useAsMember()
  const [open, setOpen] = useState(false)
  const [replying, setReplying] = useState(false)
  const name = comment.creator?.name ?? t('comments.someone')
  const wish = { key: `reply:${comment._id}`, kind: 'comment', of: { name, avatar: comment.creator?.avatar } } as const
  const sent = () => {
    setReplying(false)
    setOpen(true)
  }
  return (
    <CommentRow comment={comment} onReply={canComment && !comment.isDeleted ? () => asMember(wish, () => setReplying(true)) : undefined}>
      {replying && (
        <div className="mt-1 mb-2">
          <CommentForm
            autoFocus
            face={28}
            label={t('comments.reply')}
            placeholder={t('comments.placeholder.reply', { name })}
            onCancel={() => setReplying(false)}
            sends={(api, _once, content) => api.comments.write({ objectId: comment._id, objectType: 'comment', content })}
            onSent={sent}
          />
        </div>
      )}
      {comment.totalReply > 0 && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="touch num relative -ms-2.5 inline-flex h-9 items-center gap-1 rounded-full px-2.5 text-13 font-semibold text-link transition-colors hover:bg-hover [&_.lucide]:size-4"
        >
          {open ? <ChevronUp aria-hidden="true" /> : <ChevronDown aria-hidden="true" />}
          {open ? t('comments.hideReplies') : t('comments.replies', { count: comment.totalReply })}
        </button>
      )}
      {open && comment.totalReply > 0 && <Replies commentId={comment._id} total={comment.totalReply} />}
    </CommentRow>
  )
}

function Replies({ commentId, total }: { commentId: string; total: number }) {
  const { t } = useTranslation()
  const [pages, setPages] = useState(1)
  return (
    <>
      <ul className="mt-1 grid gap-3">
        {Array.from({ length: pages }, (_, page) => (
          <ReplyPage key={page} commentId={commentId} offset={page * 20} />
        ))}
      </ul>
      {total > pages * 20 && (
        <Button rank="text" size="sm" onClick={() => setPages(pages + 1)}>
          {t('comments.moreReplies')}
        </Button>
      )}
    </>
  )
}

function ReplyPage({ commentId, offset }: { commentId: string; offset: number }) {
  const leaving = useLeaving()
  const { data } = useQuery(commentsOf({ objectId: commentId, objectType: 'comment' }, offset), undefined, { keepPreviousData: true })
  return data?.data.filter(({ _id }) => !leaving.has(_id)).map((reply) => <CommentRow key={reply._id} comment={reply} isReply />)
}
