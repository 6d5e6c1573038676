import { Ban, BellOff } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Conversation } from '#contract/talk/messaging.ts'
import { useAct } from '#web/app/act.ts'
import { useTranslation } from '#web/app/say.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazy } from '#web/ui/network.ts'

const BlockDialog = lazy(() => import('#web/people/blocks/BlockDialog.tsx').then((file) => ({ default: file.BlockDialog })))

const changed = ['messaging.search', 'messaging.conversation', 'me.user'] as const

/** What one can do at once about whom one reported: hear nothing more, or shut them out. */
export function AfterReport({ id, who }: { id: string; who: Conversation['recipientInfo'] }) {
  const { t } = useTranslation()
  const [isMuted, setMuted] = useState(false)
  const [isBlocked, setBlocked] = useState(false)
  const [asks, setAsks] = useState<boolean>()
  const muting = useAct((api) => api.messaging.arrange({ id, isMuted: true }), { refreshes: changed, done: () => setMuted(true) })
  const blocking = useAct((api, once) => api.blocks.blockUser({ targetId: who._id }, once), {
    refreshes: changed,
    said: () => t('blocks.toast', { name: who.name }),
    done() {
      setBlocked(true)
      setAsks(false)
    },
    refused: () => setAsks(false),
  })
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        rank="second"
        size="sm"
        disabled={isMuted}
        loading={muting.busy}
        onClick={() => void muting.act()}
        icon={<BellOff className="size-4" />}
      >
        {t('messages.mute')}
      </Button>
      <Button rank="second" size="sm" disabled={isBlocked} onClick={() => setAsks(true)} icon={<Ban className="size-4" />}>
        {t('blocks.block')}
      </Button>
      {asks !== undefined && (
        <Suspense fallback={null}>
          <BlockDialog
            name={who.name}
            endsSubscription={false}
            open={asks}
            onOpenChange={setAsks}
            loading={blocking.busy}
            onConfirm={() => void blocking.act()}
          />
        </Suspense>
      )}
    </div>
  )
}
