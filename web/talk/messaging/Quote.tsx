import type { Answered } from '#contract/talk/messaging.ts'
import { useTranslation } from '#web/app/say.ts'
import { cx } from '#web/ui/cx.ts'

type QuoteProps = {
  answered: Answered
  isOwn: boolean
  /** The other one's. */
  name: string
}

/** What is answered, in one line. */
export function useQuoted(): (answered: Answered) => string {
  const { t } = useTranslation()
  return ({ isDeleted, isRemoved, text, type }) =>
    isDeleted
      ? t(isRemoved ? 'messages.removed' : 'messages.deleted')
      : text || (type === 'text' || type === 'request' ? '' : type === 'tip' ? t('messages.reply.tip') : t(`messages.attach.kind.${type}`))
}

/** Whose line it is and how it begins, above an answer. A press goes to it. */
export function Quote({ answered, isOwn, name, onGo, className }: QuoteProps & { onGo: () => void; className?: string }) {
  const { t } = useTranslation()
  const text = useQuoted()(answered)
  return (
    <button
      type="button"
      onClick={onGo}
      aria-label={isOwn ? t('messages.reply.quote.own', { text }) : t('messages.reply.quote', { name, text })}
      className={cx(
        'touch relative flex max-w-[min(440px,82%)] min-w-0 gap-1.5 border-s-2 border-line-strong py-0.5 ps-2 text-start text-13 text-muted hover:text-text',
        className,
      )}
    >
      <span className="flex-none font-semibold">{isOwn ? t('messages.reply.you') : name}</span>
      <span className="min-w-0 truncate">{text}</span>
    </button>
  )
}
