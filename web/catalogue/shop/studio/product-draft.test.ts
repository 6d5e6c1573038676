import { expect, test } from 'vitest'
import { emptyDraft, piecesOf, problemsOf, sentOf } from '#web/catalogue/shop/studio/product-draft.ts'
import { amountIn } from '#web/app/typed-amount.ts'

test('a price has at most two decimals, with a point or a comma', () => {
  expect(['300', '12.5', '12,50', ' 7 '].map(amountIn)).toEqual([300, 12.5, 12.5, 7])
  expect(['', '1.234', '-3', 'free', '1e3'].map(amountIn)).toEqual([undefined, undefined, undefined, undefined, undefined])
})

test('pieces are whole, from none to a million', () => {
  expect(['0', '12', '1000000'].map(piecesOf)).toEqual([0, 12, 1_000_000])
  expect(['', '1.5', '-1', '1000001'].map(piecesOf)).toEqual([undefined, undefined, undefined, undefined])
})

test('what is missing is told at its field; a draft may lack its file', () => {
  expect(problemsOf(emptyDraft, { isDraft: false, hasFile: false })).toEqual({ name: 'needed', price: 'price', stock: 'stock' })
  const score = { ...emptyDraft, type: 'digital' as const, name: 'Score', price: '12' }
  expect(problemsOf(score, { isDraft: false, hasFile: false })).toEqual({ digitalFile: 'needed' })
  expect(problemsOf(score, { isDraft: true, hasFile: false })).toEqual({})
  expect(problemsOf(score, { isDraft: false, hasFile: true })).toEqual({})
})

test('what belongs to the other type is not sent', () => {
  const file = new File(['x'], 'x.txt')
  const both = { ...emptyDraft, name: ' A ', price: '12', stock: '3', shippingNote: 'soon', digitalFile: file }
  expect(sentOf({ ...both, type: 'physical' }, 'active')).toEqual({
    type: 'physical',
    name: 'A',
    price: 12,
    description: '',
    tags: [],
    status: 'active',
    stock: 3,
    shippingNote: 'soon',
  })
  expect(sentOf({ ...both, type: 'digital' }, 'inactive')).toEqual({
    type: 'digital',
    name: 'A',
    price: 12,
    description: '',
    tags: [],
    status: 'inactive',
    digitalFile: file,
  })
})

test('a seller who mends a name sends no stock; a new number says which one it was written over', () => {
  const draft = { ...emptyDraft, name: 'A', price: '12', stock: '3' }
  expect(sentOf(draft, 'active', 3)).not.toHaveProperty('stock')
  expect(sentOf({ ...draft, stock: '10' }, 'active', 3)).toMatchObject({ stock: 10, expectedStock: 3 })
  expect(sentOf({ ...draft, stock: '3' }, 'active', 2), 'told that one is sold: three is a change now').toMatchObject({
    stock: 3,
    expectedStock: 2,
  })
})
