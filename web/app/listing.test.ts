// What a list's address says: people keep, share and mistype addresses, so nonsense in one is never asked of the server.
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, type LoaderFunctionArgs, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Api } from '#contract/client.ts'
import { apiContext } from '#web/app/api.ts'
import { listing } from '#web/app/listing.ts'
import { type TableAddress, useTableAddress } from '#web/app/table-address.ts'

const orders = listing({
  who: () => {},
  order: { sortBy: 'date', sort: 'desc', sortable: ['date', 'price'] },
  says: { status: ['waiting', 'sent'], q: { letters: 5 } },
  asks: (asked) => ({ key: ['shop.orders', asked], ask: async () => ({ data: [], total: 0 }) }),
})

const at = (search: string) =>
  ({
    request: new Request(`http://stage.example/orders${search}`),
    context: new Map([[apiContext, {} as Api]]),
  }) as unknown as LoaderFunctionArgs
const askedAt = async (search: string) => (await orders.loader(at(search))).asked

test('a list asks for what its address says', async () => {
  expect(await askedAt('?current=3&pageSize=50&sortBy=price&sort=asc&status=sent&q=tea')).toEqual({
    limit: 50,
    offset: 100,
    sortBy: 'price',
    sort: 'asc',
    status: 'sent',
    q: 'tea',
  })
})

test('nonsense is no filter, no order and no page; too many words are cut', async () => {
  expect(await askedAt('?current=-3&pageSize=7&sortBy=secret&sort=up&status=eaten&q=&colour=red')).toEqual({
    limit: 20,
    offset: 0,
    sortBy: 'date',
    sort: 'desc',
  })
  expect(await askedAt('?q=chrysanthemum')).toMatchObject({ q: 'chrys' })
})

test('a list without columns to sort by asks for no order, whatever the address says', async () => {
  const people = listing({
    who: () => {},
    asks: (asked) => ({ key: ['admin.people', asked], ask: async () => ({ data: [], total: 0 }) }),
  })
  expect((await people.loader(at('?sortBy=name&sort=asc'))).asked).toEqual({ limit: 20, offset: 0 })
})

test('whoever may not read a list is sent away before anything is asked', async () => {
  const asked: string[] = []
  const secret = listing({
    who: () => {
      throw new Response('', { status: 403 })
    },
    asks: () => ({
      key: ['admin.people'],
      ask: async () => {
        asked.push('people')
        return { data: [], total: 0 }
      },
    }),
  })
  await expect(secret.loader(at(''))).rejects.toMatchObject({ status: 403 })
  expect(asked).toEqual([])
})

function addressAt(search: string): TableAddress {
  let address: TableAddress | undefined
  function Page() {
    address = useTableAddress(orders.order)
    return null
  }
  const router = createMemoryRouter([{ path: '*', Component: Page }], { initialEntries: [`/orders${search}`] })
  renderToString(createElement(RouterProvider, { router }))
  if (!address) throw new Error('the page was not drawn')
  return address
}

test('what is opened beside a list stays on its page, and is closed where others are shown', () => {
  const address = addressAt('?current=2&status=sent&sort=asc&id=7')
  expect(address.opened).toBe('7')
  expect(address.openTo('8')).toBe('?current=2&status=sent&sort=asc&id=8')
  expect(address.pageTo(3)).toBe('?current=3&status=sent&sort=asc')
  expect(address.filterTo({ q: 'tea' })).toBe('?status=sent&sort=asc&q=tea')
})

test('the way to all rows takes every filter away, and keeps their order and how many stand on a page', () => {
  expect(addressAt('?current=2&pageSize=50&status=sent&q=tea&sortBy=price&sort=asc&id=7').allTo).toBe('?pageSize=50&sortBy=price&sort=asc')
})
