import { useEffect } from 'react'
import { on } from '#web/app/realtime.ts'
import { refresh } from '#web/app/query.ts'
import { aboutOrders } from '#web/catalogue/shop/queries.ts'

/** The other side moved: asked for again at once, while one looks at it. */
export function useOrderNews(): void {
  useEffect(() => on('order/updated', () => void refresh(...aboutOrders)), [])
}
