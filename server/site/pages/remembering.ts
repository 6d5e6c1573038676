// What is published, without its content: every page of the site asks for its links, so it is read once a second at most, as settings are.
import { remembered } from '#server/platform/db/remembered.ts'
import { published } from '#server/site/pages/queries.ts'

export const known = remembered(published)
