import { useState } from 'react'
import { query, useQuery } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { useNamedText } from '#web/talk/messaging/named-text.ts'
import { Button } from '#web/ui/Button.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { Bone, Waiting } from '#web/ui/Skeleton.tsx'

type SavedRepliesProps = { name: string; open: boolean; onOpenChange: (open: boolean) => void; onPick: (text: string) => void }

/** One's own answers, to pick one of: with the name of the fan in it. */
export function SavedReplies({ name, open, onOpenChange, onPick }: SavedRepliesProps) {
  const { t } = useTranslation()
  const { toRead } = useNamedText()
  const { data: replies } = useQuery(open ? query('replies.list') : null)
  const [sought, setSought] = useState('')
  const found = replies?.filter((reply) => `${reply.name} ${reply.text}`.toLowerCase().includes(sought.trim().toLowerCase()))
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('messages.replies')}
      actions={
        <Button rank="second" size="wide" to="/creator/replies">
          {t('messages.replies.edit')}
        </Button>
      }
    >
      <div className="grid gap-3">
        {(replies?.length ?? 0) > 0 && (
          <SearchField label={t('messages.replies.search')} value={sought} onChange={(event) => setSought(event.target.value)} />
        )}
        {!found ? (
          <Waiting>
            <Bone className="h-24 w-full" />
          </Waiting>
        ) : found.length === 0 ? (
          <p className="text-15 text-muted">{t(replies?.length === 0 ? 'messages.replies.none' : 'messages.replies.noneFound')}</p>
        ) : (
          <ul className="-mx-2 grid">
            {found.map((reply) => (
              <li key={reply._id}>
                <button
                  type="button"
                  className="block w-full rounded-control px-2 py-2 text-start hover:bg-hover"
                  onClick={() => {
                    onPick(toRead(reply.text, name))
                    onOpenChange(false)
                  }}
                >
                  <span className="block text-15 font-semibold">{reply.name}</span>
                  <span className="line-clamp-2 text-14 text-muted">{toRead(reply.text, name)}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Sheet>
  )
}
