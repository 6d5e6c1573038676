import { Suspense, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { Link } from 'react-router'
import type { ReplyTo } from '#contract/client.ts'
import { bringWords } from '#web/app/words.ts'
import { FollowButton } from '#web/people/follows/FollowButton.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Name } from '#web/ui/Name.tsx'
import EmptyHouse from '#web/ui/scenes/EmptyHouse.tsx'
import { Stage } from '#web/ui/Stage.tsx'
import { lazy } from '#web/ui/network.ts'
import { OpenPicture } from '#web/windows/front/OpenPicture.tsx'

const LateRail = lazy(async () => {
  const [file] = await Promise.all([import('#web/stage/live/LateRail.tsx'), bringWords('live')])
  return file
})

const enough = 3

/** The home of somebody who follows nobody: empty chairs, four to begin with, and works that are open. It stays until three are followed. */
export default function NewHouse({ creators, works }: ReplyTo<'front.beginning'>) {
  const { t } = useTranslation()
  const [followed, setFollowed] = useState<ReadonlySet<string>>(new Set())
  const isFull = followed.size >= enough
  const keep = (id: string, on: boolean) =>
    setFollowed((before) => new Set(on ? [...before, id] : [...before].filter((each) => each !== id)))
  return (
    <div className="grid max-w-[760px] grid-cols-[minmax(0,1fr)] gap-6 max-md:pt-4 max-md:pb-6">
      <EmptyHouse scene="seats" title={t('scenes.seats')}>
        {t('landing.begin.lead')}
      </EmptyHouse>
      {creators.length > 0 && (
        <section className="max-md:px-4">
          <div className="flex items-baseline justify-between gap-4">
            <h2 className="text-20">
              <Stage>{t('landing.begin')}</Stage>
            </h2>
            <span aria-live="polite" className="num text-14 text-muted">
              {Math.min(followed.size, enough)} / {enough}
            </span>
          </div>
          <ul className="divide-y divide-line">
            {creators.map(({ performer, pictures }) => (
              <li key={performer._id} className="flex items-center gap-3 py-3">
                <Avatar src={performer.avatar} name={performer.name} size={56} to={`/${performer.username}`} />
                <span className="min-w-0 flex-1">
                  <Name to={`/${performer.username}`} verified={performer.isVerified}>
                    {performer.name}
                  </Name>
                  <span dir="auto" className="block truncate text-14 text-muted">
                    {performer.bio}
                  </span>
                </span>
                <span className="flex gap-1 max-md:hidden">
                  {pictures.map((picture) => (
                    <OpenPicture key={picture.url} picture={picture} sizes="48px" className="size-12 rounded-tile object-cover" />
                  ))}
                </span>
                <FollowButton performer={performer} followed={performer.isFollowed} onChange={(on) => keep(performer._id, on)} />
              </li>
            ))}
          </ul>
          {isFull && (
            <div role="status" className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
              <p className="text-15">{t('landing.begin.full')}</p>
              <Button to="/home" replace>
                {t('landing.begin.done')}
              </Button>
            </div>
          )}
        </section>
      )}
      <Suspense>
        <LateRail />
      </Suspense>
      {works.length > 0 && (
        <section className="grid gap-3 max-md:px-4">
          <div className="flex items-baseline justify-between gap-4">
            <h2 className="text-20">
              <Stage>{t('landing.open')}</Stage>
            </h2>
            <Link to="/home?scope=discover" className="inline-flex min-h-11 items-center text-14 font-semibold text-link hover:underline">
              {t('landing.all')}
            </Link>
          </div>
          <ul className="grid grid-cols-3 gap-2">
            {works.map((work) => (
              <li key={work._id} className="aspect-4/5 overflow-hidden rounded-tile bg-well">
                <Link to={work.path} aria-label={`${work.title}, ${work.performer.name}`} className="block size-full">
                  <OpenPicture picture={work.picture} sizes="(min-width: 768px) 250px, 33vw" className="size-full object-cover" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
