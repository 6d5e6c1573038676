import { Ban, Flag, Gift, HandCoins, QrCode, Share2, Sparkles } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useNavigate } from 'react-router'
import type { PerformerProfile } from '#contract/windows/directory.ts'
import { useAct } from '#web/app/act.ts'
import { useMe } from '#web/app/session.tsx'
import { useShare } from '#web/app/share.ts'
import { useReport } from '#web/site/reporting/use-report.tsx'
import { useAsMember } from '#web/people/follows/members.ts'
import { Menu } from '#web/ui/Menu.tsx'
import { lazy } from '#web/ui/network.ts'

// Few block anybody.
const BlockDialog = lazy(() => import('#web/people/blocks/BlockDialog.tsx').then((file) => ({ default: file.BlockDialog })))
const QrSheet = lazy(() => import('#web/windows/directory/QrSheet.tsx').then((file) => ({ default: file.QrSheet })))

type ProfileMenuProps = {
  profile: PerformerProfile
  /** Absent where a tip has a button of its own, or nobody who could send one. */
  onTip: (() => void) | undefined
  onGive: (() => void) | undefined
  /** Absent where the performer takes no requests, or nobody who could ask. */
  onAsk: (() => void) | undefined
}

/** A tip, a subscription for somebody else, passing the address on, and blocking, which asks first because it ends a running subscription, and says what comes back of that. */
export function ProfileMenu({ profile, onTip, onGive, onAsk }: ProfileMenuProps) {
  const { t } = useTranslation()
  const me = useMe()
  const share = useShare()
  const navigate = useNavigate()
  const asMember = useAsMember()
  const [asks, setAsks] = useState<boolean>()
  const [showsCode, setShowsCode] = useState(false)
  const blocking = { key: `block:${profile._id}`, kind: 'block', of: profile } as const
  const isMine = me?.performerId === profile._id
  const reporting = useReport({ target: 'performer', id: profile._id })

  const { act: block, busy } = useAct((api, once) => api.blocks.blockUser({ targetId: profile._id }, once), {
    said: () => t('blocks.toast', { name: profile.name }),
    // This page is not found any more for someone who blocked it.
    done: () => navigate('/home'),
    refused: () => setAsks(false),
  })
  return (
    <>
      <Menu
        label={t('profilePage.menu', { name: profile.name })}
        entries={[
          ...(onTip ? [{ label: t('tip.send'), icon: HandCoins, onChoose: onTip }] : []),
          ...(onGive ? [{ label: t('subscribe.giveButton'), icon: Gift, onChoose: onGive }] : []),
          ...(onAsk ? [{ label: t('profilePage.request'), icon: Sparkles, onChoose: onAsk }] : []),
          { label: t('profilePage.copyLink'), icon: Share2, onChoose: () => void share(`/${profile.username}`, profile.name) },
          { label: t('profilePage.qr'), icon: QrCode, onChoose: () => setShowsCode(true) },
          ...(isMine
            ? []
            : [
                { ...reporting.entry, icon: Flag },
                {
                  label: t('blocks.block'),
                  icon: Ban,
                  danger: true,
                  onChoose: () => asMember(blocking, () => setAsks(true)),
                },
              ]),
        ]}
      />
      {reporting.sheet}
      {showsCode && (
        <Suspense fallback={null}>
          <QrSheet profile={profile} onClose={() => setShowsCode(false)} />
        </Suspense>
      )}
      {asks !== undefined && (
        <Suspense fallback={null}>
          <BlockDialog
            name={profile.name}
            endsSubscription={profile.isSubscribed}
            open={asks}
            onOpenChange={setAsks}
            loading={busy}
            onConfirm={() => void block()}
          />
        </Suspense>
      )}
    </>
  )
}
