import { useQuery } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { useMe } from '#web/app/session.tsx'
import { FollowButton } from '#web/people/follows/FollowButton.tsx'
import { Kept } from '#web/stage/live/Kept.tsx'
import { type Joined, performerOf, streams } from '#web/stage/live/queries.ts'
import { Paid } from '#web/stage/live/Paid.tsx'
import { Said } from '#web/stage/live/Said.tsx'
import { StreamTile } from '#web/stage/live/StreamTile.tsx'
import { Button } from '#web/ui/Button.tsx'

const mostOthers = 3

/** A stream that is over, and the ways on: following its creator, what they announced next, and who is live now. */
export function Over({ joined: { stream, hasTicket } }: { joined: Joined }) {
  const { t } = useTranslation()
  const me = useMe()
  const { performer, endedWhy = 'performer', type } = stream
  const isOwn = me?.performerId === performer._id
  // Asked in the browser: each is beside what the page is about, and one that does not come leaves its place empty.
  const { data: profile } = useQuery(isOwn ? null : performerOf(performer.username))
  const { data: next } = useQuery(streams({ performerId: performer._id, status: 'scheduled' }, { offset: 0 }, 1))
  const { data: live } = useQuery(streams({ status: 'live' }, { offset: 0 }, mostOthers))
  const [coming] = next?.data ?? []
  const others = live?.data ?? []
  return (
    <div className="grid w-full max-w-[440px] justify-items-center gap-8">
      <Said
        title={t('live.over.title')}
        action={
          <>
            {profile && <FollowButton performer={performer} followed={profile.isFollowed} size="md" />}
            <Button rank="second" to={`/${performer.username}`}>
              {t('live.over.profile', { name: performer.name })}
            </Button>
          </>
        }
      >
        {t(`live.over.${endedWhy}`)}
        {(type === 'private' || type === 'group') && me && <Paid streamId={stream._id} />}
        {hasTicket || (type === 'ticket' && endedWhy !== 'performer') ? ` ${t('live.over.refund')}` : ''}
      </Said>
      {isOwn && stream.startedAt && stream.recording && <Kept recording={stream.recording} />}
      {coming && (
        <section className="grid w-full gap-3 text-start text-text">
          <h3 className="text-16 text-on-media">{t('live.over.next')}</h3>
          <StreamTile stream={coming} under={3} />
        </section>
      )}
      <section className="grid w-full gap-3 text-start text-text">
        {others.length > 0 && (
          <>
            <h3 className="text-16 text-on-media">{t('live.over.now')}</h3>
            {others.map((each) => (
              <StreamTile key={each._id} stream={each} under={3} />
            ))}
          </>
        )}
        <Button to="/live" className="justify-self-center">
          {t('live.over.more')}
        </Button>
      </section>
    </div>
  )
}
