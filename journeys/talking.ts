// What journeys in conversations begin with: a performer, a fan, and the conversation of the two.
import type { House, Person } from '#journeys/house.ts'

export const conversationOf = async (fan: Person, performer: Person) =>
  (await fan.api.messaging.begin({ source: 'performer', sourceId: performer.id }))._id

export const send = (who: Person, id: string, text: string, more: { expectedPrice?: number; clientId?: string } = {}) =>
  who.api.messaging.send({ id, text, ...more })

export async function subscribes(fan: Person, performer: Person): Promise<void> {
  await fan.api.subscriptions.subscribe({ performerId: performer.id, type: 'monthly', useWallet: true })
}

/** A performer and a fan who subscribes to them. */
export async function couple(house: House) {
  const lan = await house.creator({ name: 'Lan' })
  const mei = await house.fan({ name: 'Mei', balance: 500 })
  await subscribes(mei, lan)
  return { lan, mei, id: await conversationOf(mei, lan) }
}
