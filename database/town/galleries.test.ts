import { expect, test } from 'vitest'
import { scenes } from './art/draw.ts'
import { galleries } from './galleries.ts'
import { creators, fans } from './people.ts'
import { posts } from './posts.ts'

const performers = new Set(creators.map(({ username }) => username))
const people = new Set(fans.map(({ username }) => username))

test('every gallery of the town is its creator’s, has pictures, and is liked by people who are there', () => {
  expect(new Set(galleries.map(({ key }) => key)).size).toBe(galleries.length)
  for (const { key, creator, pictures, alsoFrom = [], named = [], likedBy = [] } of galleries) {
    expect(performers, key).toContain(creator)
    expect(pictures.every(({ scene }) => scene in scenes)).toBe(true)
    expect(pictures.length, key).toBeGreaterThan(2)
    for (const from of alsoFrom) expect(posts.find((post) => post.key === from)).toMatchObject({ creator, type: 'photo', audience: 'free' })
    for (const { username } of named) expect(performers).toContain(username)
    expect(named.map(({ username }) => username)).not.toContain(creator)
    for (const fan of likedBy) expect(people, key).toContain(fan)
  }
})

test('nobody’s pictures are in a gallery before the post that they were first in', () => {
  for (const { hoursAgo, alsoFrom = [] } of galleries) {
    for (const from of alsoFrom) expect(posts.find(({ key }) => key === from)?.hoursAgo).toBeGreaterThan(0)
    expect(hoursAgo).toBeGreaterThan(0)
  }
})
