import type { Conversation } from '#contract/talk/messaging.ts'
import { useAct } from '#web/app/act.ts'
import { useTranslation } from '#web/app/say.ts'

/** To a fan: whether the performer's mass messages come here, and the way to say so. They stay in the conversation either way. */
export function useHearing({ _id: id, hearsCampaigns, recipientInfo: { name } }: Conversation) {
  const { t } = useTranslation()
  const { act } = useAct((api, _once, are: boolean) => api.messaging.arrange({ id, hearsCampaigns: are }), {
    refreshes: ['messaging.search', 'messaging.conversation'],
    said: (_shown, are) => ({
      text: t(are ? 'messages.toMany.heard' : 'messages.toMany.stopped', { name }),
      undo: () => void act(!are),
    }),
  })
  return hearsCampaigns === undefined ? undefined : { areHeard: hearsCampaigns, hear: (are: boolean) => void act(are) }
}
