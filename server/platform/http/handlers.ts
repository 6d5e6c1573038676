// What a slice's routes.ts looks like to the compiler: one function per row of its contract table.
import type { Endpoint, Endpoints, Input, Reply } from '#contract/endpoint.ts'
import type { Database, Tx } from '#server/platform/db/db.ts'
import type { Attempt } from '#server/platform/http/idempotency.ts'
import type { Member, Viewer } from '#server/platform/http/viewer.ts'
import type { ReceivedFile } from '#server/platform/storage/receive.ts'
import type { Language } from '#server/platform/words/words.ts'

/** One call as its handler sees it. */
export interface Call<V extends Viewer = Viewer> {
  readonly viewer: V
  readonly db: Database
  /** The language of sentences for this reader: Content-Language, else en-US. */
  readonly language: Language
  /** The client's address by the specification's header order (only from trusted proxies). */
  readonly ip: string
  readonly userAgent: string
  readonly requestId: string
  /** The name under which this site was asked, without its port. */
  readonly host: string
  /** The country of the address by the embedded table, ISO 3166-1 alpha-2. */
  country(): string | undefined
  /** The same of another address; undefined for one of this machine and of private networks. */
  readonly countryOf: (ip: string) => string | undefined
  /** Uploaded files by field. They are removed after the call unless the handler keeps them. */
  readonly files: Readonly<Record<string, ReceivedFile>>
  /** The body's bytes, on rows marked raw. */
  readonly rawBody: Buffer
  header(name: string): string | undefined
  readonly cookies: {
    get(name: string): string | undefined
    set(name: string, value: string, options: { maxAgeSeconds?: number }): void
    clear(name: string): void
  }
}

type ViewerOf<E extends Endpoint> = E['for'] extends 'anyone' ? Viewer : Member
type CallOf<E extends Endpoint> = Call<ViewerOf<E>> & (E['idempotent'] extends true ? { readonly tx: Tx } : unknown)

/**
 * Answers a row marked idempotent without a transaction of its own: its money moves in one batch with that of other calls, and so does
 * the keeping of its answer under `attempt` (orFirstAnswer in idempotency.ts); or what it answers is kept sealed elsewhere, so that only
 * what names it is kept (once). Undefined when the caller sent no key.
 */
interface WithoutTx<E extends Endpoint> {
  readonly withoutTx: (call: Call<ViewerOf<E>> & { readonly attempt: Attempt | undefined }, input: Input<E>) => Promise<Reply<E>>
}

type Handler<E extends Endpoint> = (call: CallOf<E>, input: Input<E>) => Promise<Reply<E>>

/** A slice must answer every row of its table: a missing or an extra one does not compile. */
export type Handlers<T extends Endpoints> = {
  [K in keyof T]: T[K]['idempotent'] extends true ? Handler<T[K]> | WithoutTx<T[K]> : Handler<T[K]>
}
