// Seas cut from paper, a moon on still water, tide pools from above.
import { mix } from '../palettes.ts'
import { blob, disc, dust, flowing, glow, ground, line, n, type Point, polygon, rect, type Sheet, shadow, shape } from '../sheet.ts'

export function paperSea(sheet: Sheet): string {
  const { w, h, u, chance, tone, palette } = sheet
  const night = chance.yes(0.4)
  const sky = night ? sheet.down([0, tone(0.02)], [0.6, tone(0.3)]) : sheet.down([0, tone(0.99)], [0.6, tone(0.76)])
  const sunX = w * chance.between(0.22, 0.78)
  const sunY = h * chance.between(0.2, 0.36)
  const size = u * chance.between(0.1, 0.17)
  let art = ground(sheet, sky) + glow(sheet, sunX, sunY, size * 3, size * 3, night ? tone(0.9) : tone(1), night ? 0.35 : 0.8)
  art += disc(sunX, sunY, size, night ? tone(0.96) : sheet.down([0, mix(palette.accent, tone(0.95), 0.25)], [1, palette.accent]))
  const layers = chance.whole(6, 8)
  const boat = chance.yes(0.7) ? chance.whole(2, layers - 3) : -1
  for (let i = 0; i < layers; i++) {
    const depth = i / (layers - 1)
    const light = night ? 0.5 - depth * 0.46 : 0.72 - depth * 0.66
    const base = h * (0.42 + 0.5 * depth)
    const swell = h * chance.between(0.018, 0.055)
    const turns = chance.whole(2, 3)
    const points: Point[] = []
    for (let k = 0; k <= turns * 2; k++)
      points.push([
        w * ((k / turns / 2) * 1.3 - 0.15) + chance.between(-0.03, 0.03) * w,
        base + (k % 2 ? swell : -swell) * chance.between(0.5, 1.1),
      ])
    const edge = `${flowing(points)}V${h * 1.3}H${-w * 0.2}Z`
    if (i === boat) art += paperBoat(sheet, w * chance.between(0.25, 0.75), base - swell * 0.3, u * 0.09)
    art += shadow(sheet, edge, u * 0.045, 0.36, 0, -u * 0.008) + shape(edge, sheet.down([0, tone(light + 0.07)], [0.5, tone(light - 0.05)]))
    art += line(flowing(points), tone(Math.min(1, light + 0.2)), u * 0.0025, 'stroke-opacity=".55"')
  }
  return art
}

function paperBoat(sheet: Sheet, x: number, y: number, s: number): string {
  const { tone } = sheet
  const sail = polygon([
    [x, y - s * 1.5],
    [x - s * 0.72, y - s * 0.42],
    [x + s * 0.72, y - s * 0.42],
  ])
  const fold = polygon([
    [x, y - s * 1.5],
    [x, y - s * 0.42],
    [x + s * 0.72, y - s * 0.42],
  ])
  const hull = polygon([
    [x - s * 1.3, y - s * 0.55],
    [x, y - s * 0.35],
    [x + s * 1.3, y - s * 0.55],
    [x + s * 0.75, y + s * 0.4],
    [x - s * 0.75, y + s * 0.4],
  ])
  return `<g transform="rotate(-4 ${n(x)} ${n(y)})">${shadow(sheet, hull, s * 0.3, 0.3)}${shape(sail, tone(1))}${shape(fold, tone(0.84))}${shape(hull, mix(tone(1), '#ffffff', 0.4))}</g>`
}

export function moonWater(sheet: Sheet): string {
  const { w, h, u, chance, tone } = sheet
  const x = w * chance.between(0.32, 0.68)
  const horizon = h * chance.between(0.56, 0.68)
  const size = u * chance.between(0.13, 0.21)
  const y = horizon - size * chance.between(0.75, 1.5)
  let art = ground(sheet, sheet.down([0, tone(0.02)], [0.45, tone(0.22)], [0.7, tone(0.48)], [1, tone(0.5)]))
  art += dust(sheet, 60, tone(1), 0.1, 0.7, 0.45) + glow(sheet, x, y, size * 3.6, size * 3.6, tone(0.85), 0.55)
  art += disc(x, y, size, sheet.down([0, tone(1)], [1, tone(0.82)]))
  for (let i = 0; i < 4; i++)
    art += disc(
      x + size * chance.between(-0.5, 0.5),
      y + size * chance.between(-0.5, 0.5),
      size * chance.between(0.06, 0.2),
      tone(0.75),
      'opacity=".28"',
    )
  for (let i = 0; i < 2; i++) {
    const points: Point[] = []
    for (let k = 0; k <= 6; k++)
      points.push([
        w * (k / 6) * 1.2 - w * 0.1,
        horizon - h * (k % 2 ? chance.between(0.03, 0.1) : chance.between(0, 0.025)) * (1.3 - i * 0.6),
      ])
    art += shape(`${flowing(points)}V${n(horizon + 2)}H${-w * 0.1}Z`, tone(0.34 - i * 0.16))
  }
  art += rect(-2, horizon, w + 4, h, sheet.down([0, tone(0.36)], [0.35, tone(0.16)], [1, tone(0.01)]))
  for (let i = 0; i < 26; i++) {
    const depth = i / 26
    const wide = size * (0.95 - depth * 0.45) * chance.between(0.35, 1.15)
    art += rect(
      x - wide + chance.between(-0.2, 0.2) * size,
      horizon + h * 0.012 + depth ** 1.5 * (h - horizon),
      wide * 2,
      u * (0.004 + depth * 0.007),
      tone(0.97),
      `rx="${n(u * 0.005)}" opacity="${n(0.85 - depth * 0.65)}"`,
    )
  }
  for (let i = 0; i < 16; i++)
    art += rect(
      chance.next() * w,
      horizon + chance.between(0.06, 0.95) * (h - horizon),
      u * chance.between(0.06, 0.2),
      u * 0.003,
      tone(0.6),
      'rx="2" opacity=".25"',
    )
  return art
}

export function tidePools(sheet: Sheet): string {
  const { w, h, u, chance, tone, palette } = sheet
  let art = ground(sheet, sheet.down([0, tone(0.4)], [1, tone(0.16)]))
  for (const [index, [x, y, r]] of scattered(sheet, 46).entries()) {
    const flat = chance.between(0.68, 0.92)
    const turn = chance.between(0, 180)
    const corners = Array.from({ length: 7 }, (_, k): Point => {
      const reach = r * chance.between(0.9, 1.08)
      return [Math.cos((k / 7) * 6.283) * reach, Math.sin((k / 7) * 6.283) * reach * flat]
    })
    const stone = blob(corners)
    const light = chance.pick([0.22, 0.5, 0.66, 0.82, 0.97])
    const colour = index === 5 ? palette.accent : tone(light)
    const band = light > 0.6 ? tone(light - 0.3) : tone(light + 0.32)
    const stripe = chance.yes(0.4)
      ? line(
          `M${n(-r * 0.88)} ${n(r * 0.1)}Q0 ${n(-r * 0.28)} ${n(r * 0.9)} ${n(r * 0.06)}`,
          band,
          r * chance.between(0.05, 0.14),
          'stroke-opacity=".75"',
        )
      : ''
    art += `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)})">${shadow(sheet, stone, u * 0.02, 0.5)}${shape(stone, sheet.across([0, mix(colour, '#ffffff', 0.1)], [1, mix(colour, tone(0), 0.22)]))}${stripe}</g>`
  }
  for (let i = 0; i < 9; i++) {
    const y = h * (i / 8)
    const points: Point[] = []
    for (let k = 0; k <= 7; k++) points.push([w * ((k / 7) * 1.2 - 0.1), y + h * chance.between(-0.07, 0.07)])
    art += line(flowing(points), '#ffffff', u * chance.between(0.004, 0.012), 'stroke-opacity=".16"')
  }
  return art
}

/** Middles and sizes that do not touch, largest first; what does not fit after many tries is left out. */
function scattered(sheet: Sheet, most: number): [number, number, number][] {
  const { w, h, u, chance } = sheet
  const placed: [number, number, number][] = []
  for (let tries = 0; tries < 900 && placed.length < most; tries++) {
    const r = u * (placed.length < 2 ? chance.between(0.17, 0.22) : chance.between(0.04, 0.13))
    const x = chance.between(0.02, 0.98) * w
    const y = chance.between(0.02, 0.98) * h
    if (placed.every(([ox, oy, or]) => Math.hypot(ox - x, oy - y) > (or + r) * 0.98)) placed.push([x, y, r])
  }
  return placed
}
