// A fan becomes a creator behind their own sign-in.
import { type House, type Person, picture } from '#journeys/house.ts'

export async function applicationFor(house: House, username: string, more: { name?: string } = {}) {
  return {
    name: '夏夜',
    username,
    gender: 'female' as const,
    country: 'TW',
    phone: '+886 900 000 000',
    acceptedTermsVersion: (await house.visitor().settings.public({})).termsVersion,
    acceptedAgreement: true,
    idVerification: await picture(600, 400, 1),
    documentVerification: await picture(600, 400, 2),
    ...more,
  }
}

export async function opensPapers(staff: Person, id: string) {
  const { data } = await staff.api.admin.performers({ state: 'pending', limit: 100 })
  for (const { _id } of data.find((each) => each._id === id)!.documents) await staff.api.admin.document({ id: _id })
}

/** Applied, looked at and approved. @returns the performer's account, and a session of it */
export async function performsBehind(house: House, staff: Person, fan: Person, username: string) {
  const { _id: id } = await fan.api.identity.apply(await applicationFor(house, username))
  await opensPapers(staff, id)
  await staff.api.admin.approvePerformer({ id })
  const { token } = await fan.api.switching.go({ accountId: id })
  return { id, token, api: house.as(token) }
}
