import { Gift, Share2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { Video } from '#contract/catalogue/videos.ts'
import { useMe } from '#web/app/session.tsx'
import { useShare } from '#web/app/share.ts'
import { LikeAndKeep } from '#web/catalogue/reactions/LikeAndKeep.tsx'
import { ReportButton } from '#web/site/reporting/ReportButton.tsx'
import { useKept } from '#web/people/follows/members.ts'
import { Button } from '#web/ui/Button.tsx'
import { useUiWords } from '#web/ui/UiWords.tsx'
import { lazy } from '#web/ui/network.ts'

const TipSheet = lazy(() => import('#web/money/payments/TipSheet.tsx').then((file) => ({ default: file.TipSheet })))

/** Like, keep, tip, pass on. */
export function VideoActs({ video, onChange }: { video: Video; onChange: (change: Partial<Video>) => void }) {
  const { t } = useTranslation()
  const words = useUiWords()
  const me = useMe()
  const share = useShare()
  const [tip, setTip] = useState<{ wanted: boolean; open: boolean; typed?: Readonly<Record<string, string>> }>({
    wanted: false,
    open: false,
  })
  useKept(`tip:${video.performer._id}`, (typed) => setTip({ wanted: true, open: true, typed }))
  const isMine = me !== null && me.performerId === video.performerId
  return (
    <div className="flex flex-wrap gap-2 py-0.5 max-md:px-4">
      <LikeAndKeep kind="video" work={video} onChange={onChange} />
      {!isMine && (
        <Button rank="second" size="sm" onClick={() => setTip({ wanted: true, open: true })} icon={<Gift className="size-4" />}>
          {words('tip')}
        </Button>
      )}
      <Button rank="second" size="sm" onClick={() => void share(`/videos/${video.slug}`, video.title)} icon={<Share2 className="size-4" />}>
        <span className="max-md:sr-only">{t('video.share')}</span>
      </Button>
      {!isMine && <ReportButton target="video" id={video._id} />}
      {tip.wanted && (
        <Suspense fallback={null}>
          <TipSheet performer={video.performer} {...tip.typed} open={tip.open} onOpenChange={(open) => setTip({ ...tip, open })} />
        </Suspense>
      )}
    </div>
  )
}
