import { Camera } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { Devices, Viewfinder } from '#web/stage/live/Devices.tsx'
import type { Capture } from '#web/stage/live/use-capture.ts'
import { Button } from '#web/ui/Button.tsx'
import { useIsHydrated } from '#web/ui/hydrated.ts'
import { Panel } from '#web/ui/Panel.tsx'

/** Seeing and hearing oneself before anybody else does: nothing of it is sent. */
export function Preview({ capture }: { capture: Capture }) {
  const { t } = useTranslation()
  const { stream, isOpening } = capture
  // What is pressed before the page is alive would be lost.
  const isHydrated = useIsHydrated()
  return (
    <Panel
      title={t('live.send.preview')}
      action={
        stream && (
          <Button rank="text" size="sm" onClick={capture.close}>
            {t('live.send.try.stop')}
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        {stream && (
          <div className="overflow-hidden rounded-control bg-black max-md:aspect-[3/4] md:aspect-video">
            <Viewfinder stream={stream} />
          </div>
        )}
        <p className="text-14 text-muted">{t(stream ? 'live.send.try.then' : 'live.send.try.lead')}</p>
        <Devices capture={capture} />
        {!stream && !capture.no && (
          <Button
            rank="second"
            icon={<Camera />}
            disabled={!isHydrated}
            loading={isOpening}
            className="justify-self-start"
            onClick={() => void capture.open()}
          >
            {t('live.send.try')}
          </Button>
        )}
      </div>
    </Panel>
  )
}
