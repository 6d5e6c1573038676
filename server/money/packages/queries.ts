import { sql, type Db, type Tx } from '#server/platform/db/db.ts'
import type { Language } from '#server/platform/words/words.ts'

/** `price` in minor units, tokens in hundredths. */
export interface Pack {
  id: string
  /** Its name for the demo town and for tests; nobody reads it. */
  key: string
  names: Partial<Record<Language, string>>
  price: number
  /** Of the price. */
  currency: string
  tokens: number
  bonusTokens: number
  position: number
  isActive: boolean
}

const pack = sql`id, key, names, price, currency, tokens, bonus_tokens as "bonusTokens", position, is_active as "isActive"`

export function all(db: Db): Promise<Pack[]> {
  return db.many<Pack>(sql`select ${pack} from packages.packages order by position, id`)
}

/** Priced in this currency: one of another rests until the office says its price anew. */
export function onSale(db: Db, currency: string): Promise<Pack[]> {
  return db.many<Pack>(sql`
    select ${pack} from packages.packages where is_active and currency = ${currency} order by position, id`)
}

export function lock(tx: Tx, id: string): Promise<Pack | undefined> {
  return tx.maybe<Pack>(sql`select ${pack} from packages.packages where id = ${id} for update`)
}

export type Given = Omit<Pack, 'id' | 'key'>

export function insert(tx: Tx, key: string, of: Given): Promise<Pack> {
  return tx.one<Pack>(sql`
    insert into packages.packages (key, names, price, currency, tokens, bonus_tokens, position, is_active)
    values (${key}, ${JSON.stringify(of.names)}, ${of.price}, ${of.currency}, ${of.tokens}, ${of.bonusTokens}, ${of.position}, ${of.isActive})
    returning ${pack}`)
}

export function update(tx: Tx, id: string, of: Given): Promise<Pack> {
  return tx.one<Pack>(sql`
    update packages.packages set names = ${JSON.stringify(of.names)}, price = ${of.price}, currency = ${of.currency}, tokens = ${of.tokens},
      bonus_tokens = ${of.bonusTokens}, position = ${of.position}, is_active = ${of.isActive}
    where id = ${id} returning ${pack}`)
}
