import type { PerformerListing } from '#contract/people/person.ts'
import { Card } from '#web/ui/Card.tsx'
import { Bone, Waiting } from '#web/ui/Skeleton.tsx'
import { PerformerTile } from '#web/windows/directory/PerformerTile.tsx'

const tiles = 'grid gap-2 sm:grid-cols-2 md:gap-4 lg:grid-cols-3'

/** Performers beside each other. */
export function PerformerTiles({ people }: { people: readonly PerformerListing[] }) {
  return (
    <ul className={tiles}>
      {people.map((each) => (
        <li key={each._id}>
          <PerformerTile performer={each} />
        </li>
      ))}
    </ul>
  )
}

/** The same, on its way. */
export function PerformerTilesWaiting() {
  return (
    <Waiting>
      <div className={tiles}>
        {[0, 1, 2, 3, 4, 5].map((place) => (
          <Card key={place} className="overflow-hidden">
            <Bone className="h-28 rounded-none!" />
            <div className="grid gap-2.5 p-4">
              <Bone className="h-4 w-32" />
              <Bone className="h-3 w-24" />
              <Bone className="h-3.5 w-full" />
              <Bone className="h-3.5 w-2/3" />
            </div>
          </Card>
        ))}
      </div>
    </Waiting>
  )
}
