import { query } from '#web/app/query.ts'

export const landing = query('front.landing')
export const beginning = query('front.beginning')
