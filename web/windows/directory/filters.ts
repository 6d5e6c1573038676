// The filters of looking for performers, as the address wears them; what is usual is left out.
import { bodyFields, type DirectoryFilter, genders, orders } from '#web/windows/directory/queries.ts'

/** @param site where trials are not offered, nobody looks for them */
export function filterOf(asked: URLSearchParams, site: { freeSubscriptionEnabled: boolean }): DirectoryFilter {
  const text = (name: string, most: number) => asked.get(name)?.trim().slice(0, most) || undefined
  const [q, tag] = [text('q', 100), text('tag', 40)]
  const gender = genders.find((each) => each === asked.get('gender'))
  const body = Object.fromEntries(bodyFields.flatMap((field) => (text(field, 300) ? [[field, text(field, 300)]] : [])))
  return {
    sortBy: orders.find((each) => each === asked.get('sortBy')) ?? 'popular',
    ...(q && { q }),
    ...(tag && { tag }),
    ...(gender && { gender }),
    ...(asked.get('trial') === '1' && site.freeSubscriptionEnabled && { isFreeSubscription: true as const }),
    ...(asked.get('online') === '1' && { isOnline: true as const }),
    ...(asked.get('live') === '1' && { isLive: true as const }),
    ...body,
  }
}

export function addressOf({ sortBy, isFreeSubscription, isOnline, isLive, ...texts }: DirectoryFilter): string {
  const query = new URLSearchParams(Object.entries(texts).filter((entry): entry is [string, string] => Boolean(entry[1])))
  if (isFreeSubscription) query.set('trial', '1')
  if (isOnline) query.set('online', '1')
  if (isLive) query.set('live', '1')
  if (sortBy !== 'popular') query.set('sortBy', sortBy)
  return query.size > 0 ? `/explore?${query}` : '/explore'
}

export function without(filter: DirectoryFilter, name: Exclude<keyof DirectoryFilter, 'sortBy'>): DirectoryFilter {
  const { [name]: _gone, ...rest } = filter
  return rest
}
