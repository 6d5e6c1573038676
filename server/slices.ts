// Where every slice is put on the server: its routes, what it hears, what it pushes, its later work. Nothing else knows them all.
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/platform/db/db.ts'
import type { Surroundings } from '#server/platform/http/serve.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'
import type { Realtime } from '#server/platform/realtime/realtime.ts'

/** Contract rows → handlers. */
export function serveSlices(_app: FastifyInstance, _around: Surroundings): void {}

/** What slices do when a lower one announces a fact, and later or recurring work. */
export function wireWork(_outbox: Outbox, _jobs: Jobs, _db: Database): void {}

/** Which fact reaches whose screen. */
export function wirePushes(_outbox: Outbox, _realtime: Realtime, _db: Database): void {}
