// Pictures for the tests of marks, drawn by a seed: soft ground, forms with edges, and the grain of a camera.
import sharp from 'sharp'

/** PNG, so that what is compared with it is the mark's doing alone. */
export async function scene(width: number, height: number, seed: number): Promise<Buffer> {
  let state = seed * 7919 + 17
  const chance = (most: number) => (state = (state * 48_271) % 2_147_483_647) % most
  const colour = () => `rgb(${30 + chance(190)} ${30 + chance(190)} ${30 + chance(190)})`
  const forms = Array.from({ length: 26 }, (_, at) =>
    at % 3 === 0
      ? `<rect x="${chance(width)}" y="${chance(height)}" width="${40 + chance(width / 3)}" height="${30 + chance(height / 3)}" fill="${colour()}" transform="rotate(${chance(60)} ${width / 2} ${height / 2})"/>`
      : `<circle cx="${chance(width)}" cy="${chance(height)}" r="${20 + chance(width / 6)}" fill="${colour()}"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="sky" x2="0.4" y2="1"><stop stop-color="${colour()}"/><stop offset="1" stop-color="${colour()}"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#sky)"/>${forms.join('')}</svg>`
  const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().blur(1.2).raw().toBuffer({ resolveWithObject: true })
  for (let at = 0; at < data.length; at += 3) {
    const grain = chance(9) + chance(9) - 8
    for (let c = 0; c < 3; c++) data[at + c] = Math.max(0, Math.min(255, data[at + c]! + grain))
  }
  const { channels } = info
  return sharp(data, { raw: { width, height, channels } }).png().toBuffer()
}

/** Decibels: how alike two pictures are, pixel by pixel. */
export async function likeness(one: Uint8Array, other: Uint8Array): Promise<number> {
  const pixels = (picture: Uint8Array) => sharp(picture).removeAlpha().toColourspace('srgb').raw().toBuffer()
  const [a, b] = await Promise.all([pixels(one), pixels(other)])
  const squares = a.reduce((sum, value, at) => sum + (value - b[at]!) ** 2, 0)
  return 10 * Math.log10(255 ** 2 / (squares / a.length))
}
