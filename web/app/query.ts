// Asking, once, the same way on both sides. A slice's queries.ts names its questions; a page's loader asks them so that
// the server can render, and the component goes on with swr: the figures of specification.md section 9 are swr's own
// (web/app/fetching.test.ts). Writes are never repeated by themselves.
import { type LoaderFunctionArgs, redirect } from 'react-router'
import useSWR, { mutate, type SWRConfiguration, type SWRResponse } from 'swr'
import { callNamed, type Api, type Refused, type ReplyTo, type RowName, type SentTo } from '#contract/client.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { apiOf } from '#web/app/api.ts'
import { useApi } from '#web/app/session.tsx'
import { untilBack } from '#web/ui/network.ts'

export interface Query<T> {
  /** The row's name and its input: what makes two questions the same. */
  key: readonly [RowName, ...unknown[]]
  ask(api: Api): Promise<T>
}

type Input<Name extends RowName> = object extends SentTo<Name> ? [input?: SentTo<Name>] : [input: SentTo<Name>]

/** What a row answers to this input. */
export function query<Name extends RowName>(name: Name, ...[input]: Input<Name>): Query<ReplyTo<Name>> {
  return { key: input ? [name, input] : [name], ask: (api) => callNamed(api, name, input ?? ({} as SentTo<Name>)) }
}

/**
 * In a loader: the answer, also put where useQuery will look. A refusal becomes the error page of its status; while the connection is lost
 * the page before stays.
 */
export async function load<T>(args: Pick<LoaderFunctionArgs, 'context'>, query: Query<T>): Promise<T> {
  try {
    const answer = await untilBack(() => query.ask(apiOf(args)))
    if (typeof window !== 'undefined') await mutate(query.key, answer, { revalidate: false })
    return answer
  } catch (error) {
    // Staff who are asked for a second step, and have none yet, are led to where they get it.
    if (isRefused(error) && error.code === 'two_factor_needed') throw redirect('/settings/two-factor')
    if (isRefused(error)) throw new Response(error.message, { status: error.status, statusText: error.code })
    throw error
  }
}

/** The same where one refusal is an answer and no broken page: then its sentence, for the page to say. */
export async function loadOr<T>(
  codes: RefusalCode | readonly RefusalCode[],
  args: Pick<LoaderFunctionArgs, 'context'>,
  query: Query<T>,
): Promise<{ answer?: T; refused?: string }> {
  try {
    return { answer: await load(args, query) }
  } catch (error) {
    if (error instanceof Response && [codes].flat().some((code) => error.statusText === code)) return { refused: await error.text() }
    throw error
  }
}

/** A list beside what a page is about: in a closed country, and before an age was checked, where only that may be read, it is empty. */
export async function loadBeside<T>(
  args: Pick<LoaderFunctionArgs, 'context'>,
  query: Query<{ data: T[]; total: number }>,
): Promise<{ data: T[]; total: number }> {
  return (await loadOr(['country_closed', 'age_not_assured'], args, query)).answer ?? { data: [], total: 0 }
}

/** By name: on the server the client is another copy of the same class. */
function isRefused(error: unknown): error is Refused {
  return error instanceof Error && error.name === 'Refused'
}

/**
 * In a component: the loaded answer at once, kept fresh afterwards. Of an error nothing is known, so that nobody shows what a browser says of it: what a
 * reader is told is `sentenceOf(error, …)`.
 */
export function useQuery<T>(query: Query<T> | null, loaded?: T, options?: SWRConfiguration<T>): SWRResponse<T, unknown> {
  const api = useApi()
  return useSWR<T, unknown>(query?.key ?? null, query ? () => query.ask(api) : null, {
    ...(loaded !== undefined && { fallbackData: loaded, revalidateOnMount: false }),
    ...options,
  })
}

/** The same where the loader brought an answer: there always is one. */
export function useLoaded<T>(query: Query<T>, loaded: T): T {
  return useQuery(query, loaded).data ?? loaded
}

/** Asks everything again whose key begins so: after a write, or when a push says that it changed. */
export function refresh(...rows: readonly RowName[]): Promise<unknown> {
  return mutate((key) => Array.isArray(key) && rows.includes(key[0] as RowName))
}
