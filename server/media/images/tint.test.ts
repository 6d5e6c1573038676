import sharp from 'sharp'
import { expect, test } from 'vitest'
import * as files from '#server/media/files/files.ts'
import { backfillTints } from '#server/media/images/backfill-tints.ts'
import * as images from '#server/media/images/images.ts'
import { ownPlace, received } from '#server/media/images/testing.ts'
import { tintOf } from '#server/media/images/tint.ts'
import { sql } from '#server/platform/db/db.ts'

const plain = (background: string) => sharp({ create: { width: 600, height: 400, channels: 3, background } })
/** A picture of stripes, each as wide as its share. */
const striped = (stripes: readonly [string, number][]) => {
  let x = 0
  const drawn = stripes.map(([colour, width]) => `<rect x="${(x += width) - width}" width="${width}" height="100" fill="${colour}"/>`)
  return sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">${drawn.join('')}</svg>`))
    .jpeg()
    .toBuffer()
}

test('a picture of one colour lends its hue, at full strength where the colour is strong', async () => {
  expect(await tintOf(await plain('#d2322d').png().toBuffer())).toEqual({ hue: 27, strength: 1 })
  expect(await tintOf(await plain('#2f8f95').png().toBuffer())).toMatchObject({ hue: 201, strength: 1 })
  const dusk = await tintOf(await plain('#5b6577').png().toBuffer())
  expect(dusk?.hue).toBeGreaterThan(255)
  expect(dusk?.strength).toBeLessThan(0.5)
})

test('grey, white and black pictures lend nothing', async () => {
  for (const grey of ['#808080', '#ffffff', '#000000', '#0b0f14']) expect(await tintOf(await plain(grey).jpeg().toBuffer())).toBeUndefined()
})

test('of several colours the one that is most of the picture, however bright a small one is', async () => {
  const sea = await tintOf(
    await striped([
      ['#1d5f66', 70],
      ['#ff2a00', 6],
      ['#f4efe0', 24],
    ]),
  )
  expect(sea?.hue).toBeGreaterThan(190)
  expect(sea?.hue).toBeLessThan(220)
})

test('a red on both sides of the circle’s end is one red', async () => {
  const red = await tintOf(
    await striped([
      ['#c2185b', 50],
      ['#d32f2f', 50],
    ]),
  )
  expect(Math.min(red?.hue ?? 180, 360 - (red?.hue ?? 180))).toBeLessThan(30)
})

test('a little colour in a grey picture is a weak one', async () => {
  const spot = await tintOf(
    await striped([
      ['#888888', 92],
      ['#d2322d', 8],
    ]),
  )
  expect(spot?.strength).toBeLessThan(0.35)
})

test('a transparent picture is seen on white', async () => {
  expect(
    await tintOf(
      await sharp({ create: { width: 50, height: 50, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } } })
        .png()
        .toBuffer(),
    ),
  ).toBeUndefined()
})

test('pictures of before get their colour from their blur, each once, and those without one too', async () => {
  const { db, close } = await ownPlace()
  const send = async (colour: string) =>
    images.receive(db, await received(await plain(colour).jpeg().toBuffer()), {
      purpose: 'photo',
      ownerId: '019a0000-0000-7000-8000-000000000001',
    })
  const [red, grey] = [await send('#d2322d'), await send('#777777')]
  expect(files.tintOf(red)).toEqual({ hue: 27, strength: 1 })
  expect(files.tintOf(grey)).toBeUndefined()
  await db.transaction((tx) => tx.run(sql`update files.files set tint_hue = null, tint_strength = null`))
  await backfillTints(db)
  const now = await files.find(db, [red.id, grey.id])
  expect(now.get(red.id)).toMatchObject({ tintStrength: 100 })
  expect(Math.abs((now.get(red.id)?.tintHue ?? 0) - 27)).toBeLessThan(6)
  expect(now.get(grey.id)).toMatchObject({ tintHue: 0, tintStrength: 0 })
  expect(await files.withoutTint(db, 10)).toEqual([])
  await close()
})
