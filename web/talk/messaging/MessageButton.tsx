import { MessageCircle } from 'lucide-react'
import { useNavigate } from 'react-router'
import { untilLeft, useAct } from '#web/app/act.ts'
import { useTranslation } from '#web/app/say.ts'
import { useWish } from '#web/people/follows/members.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import type { Tint } from '#web/ui/tint.ts'

type MessageButtonProps = { performer: { _id: string; name: string; avatar?: string | undefined; tint?: Tint | undefined } }

/** From a performer’s page into the conversation with them; a visitor comes in on the way. */
export function MessageButton({ performer }: MessageButtonProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { _id, tint } = performer
  const { act: begin, busy } = useAct((api) => api.messaging.begin({ source: 'performer', sourceId: _id }), {
    async done(conversation) {
      await navigate(`/messages/${conversation._id}`)
      await untilLeft()
    },
  })
  const press = useWish({ key: `message:${_id}`, kind: 'message', of: performer, tint }, () => begin())
  return (
    <IconButton look="line" label={t('browse.message', { name: performer.name })} aria-busy={busy || undefined} onClick={press}>
      <MessageCircle />
    </IconButton>
  )
}
