import { useTranslation } from '#web/app/say.ts'
import { Form } from 'react-router'
import type { PerformerListing } from '#contract/people/person.ts'
import { FollowButton } from '#web/people/follows/FollowButton.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Name } from '#web/ui/Name.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Figures } from '#web/windows/directory/Figures.tsx'

/** Beside the feed: search, and a few performers to discover. Another handful comes with the next visit, not under one's hands. */
export function Suggestions({ people }: { people: readonly PerformerListing[] }) {
  const { t } = useTranslation()
  return (
    <>
      <Form role="search" action="/search" className="min-w-0">
        <SearchField label={t('home.search')} name="q" maxLength={100} />
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
                    <Figures of={each} />
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
