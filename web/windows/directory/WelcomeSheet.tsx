import { useTranslation } from '#web/app/say.ts'
import type { PerformerProfile } from '#contract/windows/directory.ts'
import { sentenceOf } from '#web/app/api.ts'
import { useQuery } from '#web/app/query.ts'
import { video as asked } from '#web/catalogue/videos/queries.ts'
import { VideoStage } from '#web/catalogue/videos/VideoStage.tsx'
import { Button } from '#web/ui/Button.tsx'
import { RefusedState } from '#web/ui/RefusedState.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { Bone } from '#web/ui/Skeleton.tsx'

type WelcomeSheetProps = { profile: PerformerProfile; videoId: string; onClose: () => void }

/** The video by which a performer greets whoever comes to their page. */
export function WelcomeSheet({ profile, videoId, onClose }: WelcomeSheetProps) {
  const { t } = useTranslation()
  const { data: video, error, mutate } = useQuery(asked(videoId))
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={video?.title ?? t('profilePage.welcome')}
      lead={profile.name}
      width="wide"
      actions={
        video && (
          <Button rank="second" size="wide" to={`/videos/${video.slug}`}>
            {t('profilePage.welcome.page')}
          </Button>
        )
      }
    >
      {video ? (
        <VideoStage video={video} resume={false} onChange={(next) => void mutate(next, { revalidate: false })} onViews={() => {}} />
      ) : error ? (
        <RefusedState look="inline" what={t('profilePage.welcome.gone')} why={sentenceOf(error, t('shell.tryLater'))} />
      ) : (
        <Bone className="aspect-video w-full" />
      )}
    </Sheet>
  )
}
