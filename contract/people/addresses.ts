// Where things are sent to (calls.md section 7): one's own, encrypted; a seller sees one only inside an order.
import Type, { type Static } from 'typebox'
import { Body, ById, endpoints, Flag, Id, Instant, ListQuery, Page } from '#contract/endpoint.ts'
import { Country } from '#contract/people/person.ts'

const line = (maxLength: number) => Type.String({ minLength: 1, maxLength })
const fields = {
  name: line(120),
  country: Country,
  state: Type.Optional(Type.String({ maxLength: 120 })),
  city: line(120),
  district: Type.Optional(Type.String({ maxLength: 120 })),
  ward: Type.Optional(Type.String({ maxLength: 120 })),
  streetNumber: Type.Optional(Type.String({ maxLength: 60 })),
  streetAddress: line(300),
  zipCode: line(20),
  phone: Type.Optional(Type.String({ maxLength: 30 })),
  description: Type.Optional(Type.String({ maxLength: 300, description: 'what its owner calls it, or a hint for who delivers' })),
}
export const PostalAddress = Type.Object(fields)
export type PostalAddress = Static<typeof PostalAddress>
export const Address = Type.Interface([PostalAddress], {
  _id: Id,
  needsAgain: Type.Optional(
    Type.Boolean({ description: 'it cannot be read any more (the site’s key is another one): only its country is there' }),
  ),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Address = Static<typeof Address>

export const addresses = endpoints({
  create: {
    method: 'POST',
    path: '/addresses/create',
    for: 'member',
    inClosedCountry: true,
    summary: 'Add an address',
    body: Body(fields),
    reply: Address,
    refuses: ['too_many_addresses', 'unknown_country'],
  },
  /** All of it anew; as JSON, or as fields of a multipart form (calls.md, conventions: the upload helper). */
  update: {
    method: 'PUT',
    alsoBy: 'POST',
    path: '/addresses/:id',
    for: 'member',
    inClosedCountry: true,
    summary: 'Change an address',
    params: ById,
    uploads: {},
    body: Body(fields),
    reply: Address,
    refuses: ['not_found', 'unknown_country'],
  },
  search: {
    method: 'GET',
    path: '/addresses/search',
    for: 'member',
    inClosedCountry: true,
    summary: 'My addresses',
    query: ListQuery({}),
    reply: Page(Address),
  },
  remove: {
    method: 'DELETE',
    path: '/addresses/:id',
    for: 'member',
    inClosedCountry: true,
    summary: 'Delete an address',
    params: ById,
    reply: Type.Object({ deleted: Flag }),
    refuses: ['not_found'],
  },
})
