import Type, { type Static, type TOptional } from 'typebox'
import { items } from '#contract/catalogue/items.ts'
import { byKind, type WorkKind as Kind } from '#contract/catalogue/kind-names.ts'
import { WorkKind } from '#contract/catalogue/work.ts'

/** A work of any kind: `kind` says which of them is there. */
export const AnyWork = Type.Object({
  kind: WorkKind,
  ...byKind<{ [K in Kind]: TOptional<(typeof items)[K]> }>((kind) => Type.Optional(items[kind])),
})
export type AnyWork = Static<typeof AnyWork>
