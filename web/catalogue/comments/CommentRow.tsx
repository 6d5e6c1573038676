import { Flag, Heart, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { Comment } from '#contract/catalogue/comments.ts'
import { useAct } from '#web/app/act.ts'
import { useNow } from '#web/app/session.tsx'
import { CommentForm } from '#web/catalogue/comments/CommentForm.tsx'
import { leave, stay } from '#web/catalogue/comments/leaving.ts'
import { useReact } from '#web/catalogue/reactions/react.ts'
import { useReport } from '#web/site/reporting/use-report.tsx'
import { useAsMember } from '#web/people/follows/members.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { cx } from '#web/ui/cx.ts'
import { Menu } from '#web/ui/Menu.tsx'
import type { MenuEntry } from '#web/ui/MenuOpened.tsx'
import { Name } from '#web/ui/Name.tsx'
import { writeCount } from '#web/ui/numbers.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { useToast } from '#web/ui/Toast.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

type CommentRowProps = {
  comment: Comment
  isReply?: boolean
  onReply?: (() => void) | undefined
  /** Its replies, and the form for one. */
  children?: ReactNode
}

/** One comment: who, when, what, and what one may do with it. A deleted one is only its place. */
export function CommentRow({ comment, isReply = false, onReply, children }: CommentRowProps) {
  const { t } = useTranslation()
  const now = useNow()
  const [editing, setEditing] = useState(false)
  const { creator } = comment
  const size = isReply ? 28 : 36
  const profile = creator?.isPerformer ? `/${creator.username}` : undefined
  const name = creator?.name ?? t('comments.someone')
  return (
    <li id={`comment-${comment._id}`} className="flex gap-3">
      {comment.isDeleted ? (
        <span style={{ width: size, height: size }} className="flex-none rounded-full bg-press" />
      ) : (
        <Avatar src={creator?.avatar} name={name} size={size} to={profile} />
      )}
      <div className="min-w-0 flex-1">
        {comment.isDeleted ? (
          <p className="py-1.5 text-14 text-muted italic">{t('comments.deleted')}</p>
        ) : (
          <>
            {comment.isPinned && (
              <p className="mb-0.5 flex items-center gap-1 text-13 text-muted">
                <Pin aria-hidden="true" className="size-4" />
                {t('comments.pinned')}
              </p>
            )}
            <div className="flex min-w-0 items-center gap-x-2">
              <Name size={14} to={profile}>
                {name}
              </Name>
              {creator?.isOwner && (
                <span className="flex-none rounded-badge bg-primary-wash px-1.5 text-13 leading-normal! font-semibold text-link">
                  {t('comments.creator')}
                </span>
              )}
              <span className="num flex flex-none gap-1 text-13 text-muted">
                <RelativeTime at={comment.createdAt} now={now} />
                {comment.editedAt && <span>· {t('comments.edited')}</span>}
              </span>
              <RowMenu comment={comment} name={name} onEdit={() => setEditing(true)} />
            </div>
            {editing ? (
              <Editing comment={comment} onDone={() => setEditing(false)} />
            ) : (
              <p dir="auto" className="text-15 wrap-anywhere whitespace-pre-line">
                {comment.content}
              </p>
            )}
            {!editing && (
              <div className="-ms-2.5 flex items-center text-muted">
                <Like comment={comment} />
                {onReply && (
                  <button type="button" onClick={onReply} className={act}>
                    {t('comments.reply')}
                  </button>
                )}
              </div>
            )}
          </>
        )}
        {children}
      </div>
    </li>
  )
}

const act =
  'touch num relative inline-flex h-9 items-center gap-1.5 rounded-full px-2.5 text-13 font-semibold transition-colors hover:bg-hover hover:text-text [&_.lucide]:size-4'

/** Shown at once; the server's figure follows. */
function Like({ comment }: { comment: Comment }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const react = useReact('comment')
  const asMember = useAsMember()
  const [over, setOver] = useState<{ of: Comment; isLiked: boolean; totalLike: number }>()
  const { isLiked, totalLike } = over?.of === comment ? over : comment
  const count = writeCount(totalLike, locale)
  const writer = { name: comment.creator?.name ?? t('comments.someone'), avatar: comment.creator?.avatar }
  const toggle = async () => {
    setOver({ of: comment, isLiked: !isLiked, totalLike: totalLike + (isLiked ? -1 : 1) })
    const counters = await react(comment._id, 'like', !isLiked)
    setOver(counters && { of: comment, isLiked: counters.isLiked, totalLike: counters.totalLike })
  }
  return (
    <button
      type="button"
      aria-pressed={isLiked}
      aria-label={t('comments.like', { count: totalLike })}
      onClick={() =>
        asMember({ key: `like:${comment._id}`, kind: 'like', of: writer, what: t('comments.like', { count: totalLike }) }, toggle)
      }
      className={act}
    >
      <Heart key={String(isLiked)} className={cx(isLiked && 'like-pop fill-current text-onair')} />
      {totalLike > 0 && <span>{count}</span>}
    </button>
  )
}

function Editing({ comment, onDone }: { comment: Comment; onDone: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="mt-1">
      <CommentForm
        autoFocus
        label={t('comments.edit')}
        placeholder={t('comments.placeholder')}
        before={comment.content}
        onCancel={onDone}
        sends={(api, _once, content) => api.comments.edit({ id: comment._id, content })}
        onSent={onDone}
      />
    </div>
  )
}

function RowMenu({ comment, name, onEdit }: { comment: Comment; name: string; onEdit: () => void }) {
  const { t } = useTranslation()
  const toast = useToast()
  const id = comment._id

  const { act: pin } = useAct((api) => (comment.isPinned ? api.comments.unpin({ id }) : api.comments.pin({ id })), {
    refreshes: ['comments.list'],
    said: () => t(comment.isPinned ? 'comments.unpinnedNow' : 'comments.pinnedNow'),
  })
  const reporting = useReport({ target: 'comment', id })
  const removing = useAct((api) => api.comments.remove({ id }), { refreshes: ['comments.list', 'feeds.one'] })
  const remove = () => {
    leave(id, removing.act)
    toast.show(t('comments.deletedNow'), { undo: () => stay(id) })
  }
  const entries: MenuEntry[] = [
    ...(comment.canEdit ? [{ label: t('comments.edit'), icon: Pencil, onChoose: onEdit }] : []),
    ...(comment.canPin
      ? [
          {
            label: t(comment.isPinned ? 'comments.unpin' : 'comments.pin'),
            icon: comment.isPinned ? PinOff : Pin,
            onChoose: () => void pin(),
          },
        ]
      : []),
    ...(comment.isAuth ? [] : [{ ...reporting.entry, icon: Flag, apart: comment.canPin }]),
    ...(comment.canDelete
      ? [{ label: t('comments.delete'), icon: Trash2, danger: true, apart: comment.canEdit || comment.canPin, onChoose: remove }]
      : []),
  ]
  if (entries.length === 0) return null
  return (
    <span className="-my-2.5 ms-auto">
      <Menu label={t('comments.menu', { name })} entries={entries} />
      {reporting.sheet}
    </span>
  )
}
