import { useEffect } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { requirePerformer } from '#web/app/guard.ts'
import { load, useLoaded } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { StudioPage } from '#web/app/shell/StudioPage.tsx'
import { Announced, past, Past } from '#web/stage/live/OwnStreams.tsx'
import { EncoderKey } from '#web/stage/live/EncoderKey.tsx'
import { GuestInvitations } from '#web/stage/live/GuestInvitations.tsx'
import { MinutePrices } from '#web/stage/live/MinutePrices.tsx'
import { NewStream } from '#web/stage/live/NewStream.tsx'
import { PrivateRequests } from '#web/stage/live/PrivateRequests.tsx'
import { Running } from '#web/stage/live/Running.tsx'
import { Preview } from '#web/stage/live/Preview.tsx'
import { OnAir } from '#web/stage/live/OnAir.tsx'
import { own, profile, waiting } from '#web/stage/live/queries.ts'
import { useCapture } from '#web/stage/live/use-capture.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'

export const handle = { auth: true }

const [onAir, coming] = [own({ status: 'live', limit: 1 }), own({ status: 'scheduled' })]

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  const [live, scheduled, ended, begins, asked] = await Promise.all([
    load(args, onAir),
    load(args, coming),
    load(args, past({ offset: 0 })),
    load(args, profile),
    load(args, waiting),
  ])
  return { live, scheduled, ended, begins, asked }
}

/** Where a creator goes live: what is on air now, else the next stream; what was announced, what was, and the encoder's key. */
export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const [now] = useLoaded(onAir, loaded.live).data
  const { data: announced } = useLoaded(coming, loaded.scheduled)
  const begins = useLoaded(profile, loaded.begins)
  // It outlives the beginning: what was looked at before is what is sent.
  const capture = useCapture()
  const isLive = now !== undefined
  const { close } = capture
  // Whoever is off the air is not filmed any more.
  useEffect(() => (isLive ? close : undefined), [isLive, close])
  if (now?.type === 'private')
    return (
      <StudioPage place="live" title={t('live.studio.title')}>
        <Running stream={now} />
      </StudioPage>
    )
  if (now)
    return (
      <StudioPage place="live" title={t('live.studio.title')} hasAct>
        <PrivateRequests loaded={loaded.asked} running={now} />
        <GuestInvitations />
        <OnAir key={now._id} stream={now} capture={capture} />
        <EncoderKey profile={begins} />
      </StudioPage>
    )
  return (
    <StudioPage place="live" title={t('live.studio.title')} hasAct>
      <PrivateRequests loaded={loaded.asked} running={undefined} />
      <GuestInvitations />
      <Columns
        side={
          <>
            {announced.length > 0 && <Announced streams={announced} />}
            <MinutePrices profile={begins} />
            <EncoderKey profile={begins} />
            <Past loaded={loaded.ended} />
          </>
        }
      >
        <Preview capture={capture} />
        <NewStream begins={begins} />
      </Columns>
    </StudioPage>
  )
}
