// A link may be opened before its work's time: then a closed curtain stands there with the hour, and no page that says that there is nothing.
import type { LoaderFunctionArgs } from 'react-router'
import type { WorkKind } from '#contract/catalogue/kind-names.ts'
import { loadOr, query, type Query } from '#web/app/query.ts'

/** The work; or, thrown, what there is to tell of one that is still to come (WhatWentWrong draws it). */
export async function loadWork<T>(args: Pick<LoaderFunctionArgs, 'context'>, kind: WorkKind, id: string, one: Query<T>): Promise<T> {
  const { answer } = await loadOr('not_found', args, one)
  if (answer !== undefined) return answer
  const { answer: coming } = await loadOr(['not_found', 'country_closed'], args, query('showing.coming', { kind, id }))
  if (!coming) throw new Response('', { status: 404 })
  throw Response.json(coming, { status: 200, statusText: 'coming' })
}
