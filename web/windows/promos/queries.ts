import { query } from '#web/app/query.ts'

export const promos = query('promos.all')
