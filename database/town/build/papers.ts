// Nobody performs without papers (COMPLIANCE.md 1). These are drawn, show nobody, and half the size is enough for them.
import * as identity from '#server/people/identity/identity.ts'
import { drawPicture, type SceneName } from '#database/town/art/draw.ts'
import { arrived, eachConcurrently } from '#database/town/build/arriving.ts'
import { note } from '#database/town/build/leftovers.ts'
import { applicant, type Creator, creators } from '#database/town/people.ts'

type Kind = 'idVerification' | 'documentVerification'

const scenes: Readonly<Record<Kind, SceneName>> = { idVerification: 'facets', documentVerification: 'arches' }

/** Sealed away and ready for the applications, by username. */
export async function prepare(scale: number): Promise<Map<string, identity.Kept[]>> {
  const prepared = new Map<string, identity.Kept[]>([...creators, applicant].map(({ username }) => [username, []]))
  const sheets = [...creators, applicant].flatMap((person) => (Object.keys(scenes) as Kind[]).map((kind) => ({ person, kind })))
  await eachConcurrently(sheets, async ({ person, kind }) => {
    const file = await arrived(await draw(person, kind, scale / 2), { sealed: true })
    const kept = await identity.keepDocument(kind, file)
    await note(kept.storageKey)
    prepared.get(person.username)?.push(kept)
  })
  return prepared
}

function draw({ username, avatar }: Creator, kind: Kind, scale: number): Promise<Buffer> {
  return drawPicture({ scene: scenes[kind], palette: avatar.palette, seed: `${username}-${kind}`, ratio: '3:2' }, scale)
}
