import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import type { PerformerListing } from '#contract/people/person.ts'
import { useQuery } from '#web/app/query.ts'
import { useMe } from '#web/app/session.tsx'
import { FollowButton } from '#web/people/follows/FollowButton.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Name } from '#web/ui/Name.tsx'
import { writeCount } from '#web/ui/numbers.ts'
import { SearchField } from '#web/ui/SearchField.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'
import { search } from '#web/windows/directory/queries.ts'
import type { Paged } from '#web/windows/timeline/Pages.tsx'

/** More than are shown, so that some are left after those whom one follows already. */
export const suggested = search({ sortBy: 'popular' }, { offset: 0 }, 20)

/** Beside the feed: search, and a few performers to follow. */
export function Suggestions({ loaded }: { loaded: Paged<PerformerListing> }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const me = useMe()
  const { data = loaded } = useQuery(suggested, loaded)
  // Chosen once: someone just followed stays in place, so that it can be taken back.
  const [ids] = useState(() =>
    data.data
      .filter((each) => !each.isFollowed && !each.isSubscribed && each._id !== me?.performerId)
      .slice(0, 4)
      .map((each) => each._id),
  )
  const people = data.data.filter((each) => ids.includes(each._id))
  return (
    <>
      <Form role="search" action="/explore" className="min-w-0">
        <SearchField label={t('explore.search')} name="q" maxLength={100} />
      </Form>
      {people.length > 0 && (
        <section className="min-w-0">
          <h2 className="flex min-h-11 items-center text-16">{t('home.suggestions')}</h2>
          <ul className="grid gap-4">
            {people.map((each) => (
              <li key={each._id} className="flex items-center gap-3">
                <Avatar name={each.name} src={each.avatar} to={`/${each.username}`} />
                <span className="min-w-0 flex-1">
                  <Name size={15} verified={each.isVerified} to={`/${each.username}`}>
                    {each.name}
                  </Name>
                  <span className="num block truncate text-13 text-muted">
                    {t('explore.figures', {
                      posts: writeCount(each.totalFeeds, locale),
                      followers: writeCount(each.totalFollowers, locale),
                    })}
                  </span>
                </span>
                <FollowButton performer={each} followed={each.isFollowed} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
