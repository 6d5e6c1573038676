// What PostgreSQL knows of the columns, written down for scripts/queries.ts: by then the tests' server is gone.
import pg from 'pg'

export interface Catalogue {
  /** Columns of our tables, by "table's oid.number of the column". */
  columns: Record<string, { name: string; type: number; isNotNull: boolean; checks: string[] }>
  /** Types by oid. */
  types: Record<string, { name: string; category: string; element: number; labels: string[] | null }>
}

export async function readCatalogue(client: pg.ClientBase): Promise<Catalogue> {
  const read = async <T>(query: string) => (await client.query<{ read: T }>(query)).rows[0]!.read
  return { columns: await read<Catalogue['columns']>(columns), types: await read<Catalogue['types']>(types) }
}

// A domain is its type with checks, and answers come as that type. The checks are those that speak of the one column.
const columns = `
  select jsonb_object_agg(format('%s.%s', a.attrelid, a.attnum), jsonb_build_object(
    'name', format('%s.%s', a.attrelid::regclass, a.attname), 'type', coalesce(nullif(t.typbasetype, 0), t.oid)::bigint,
    'isNotNull', a.attnotnull or t.typnotnull,
    'checks', (
      select coalesce(jsonb_agg(pg_get_constraintdef(k.oid)), '[]') from pg_constraint k
      where k.contype = 'c' and (k.conrelid = a.attrelid and k.conkey = array[a.attnum] or k.contypid = t.oid)))) as read
  from pg_attribute a join pg_type t on t.oid = a.atttypid join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`

const types = `
  select jsonb_object_agg(t.oid::text, jsonb_build_object('name', t.typname, 'category', t.typcategory, 'element', t.typelem::bigint,
    'labels', (select jsonb_agg(enumlabel order by enumsortorder) from pg_enum e where e.enumtypid = t.oid))) as read
  from pg_type t`
