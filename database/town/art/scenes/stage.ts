// The theatre itself: curtains, the ghost light, seats from above, beams, stairs under a spot, a door left ajar.
import { mix } from '../palettes.ts'
import { disc, dust, glow, ground, line, n, oval, polygon, rect, type Sheet, shadow, shape } from '../sheet.ts'

export function curtain(sheet: Sheet): string {
  const { w, h, u, chance, tone, palette } = sheet
  const lamp = mix(tone(0.95), '#ffe9bd', 0.55)
  const middle = w * chance.between(0.36, 0.64)
  let art = ground(sheet, sheet.down([0, tone(0.04)], [0.6, tone(0.26)], [0.8, tone(0.5)], [0.801, tone(0.3)], [1, tone(0.06)]))
  art += glow(sheet, middle, h * 0.62, w * 0.42, h * 0.62, lamp, 0.95) + oval(middle, h * 0.9, w * 0.24, h * 0.055, lamp, 'opacity=".75"')
  art += oval(middle, h * 0.9, w * 0.31, h * 0.08, lamp, 'opacity=".25"')
  const open = chance.between(0.12, 0.22) * w
  for (const side of [-1, 1]) art += drape(sheet, side, side < 0 ? middle - open : w - middle - open)
  let hem = `M-5 -5H${w + 5}V${n(h * 0.08)}`
  const swags = chance.whole(4, 6)
  for (let i = swags; i > 0; i--) hem += `Q${n((w * (i - 0.5)) / swags)} ${n(h * 0.2)} ${n((w * (i - 1)) / swags)} ${n(h * 0.08)}`
  art += shadow(sheet, `${hem}Z`, u * 0.04, 0.4) + shape(`${hem}Z`, sheet.down([0, tone(0.1)], [0.7, tone(0.36)], [1, tone(0.48)]))
  return art + line(`${hem.slice(hem.indexOf('V'))}`.replace(/^V[\d.]+/, `M${w} ${n(h * 0.08)}`), palette.accent, u * 0.008)
}

function drape(sheet: Sheet, side: number, width: number): string {
  const { w, h, chance, tone } = sheet
  const folds = Math.max(4, Math.round(width / (sheet.u * 0.09)))
  let art = ''
  for (let i = folds - 1; i >= 0; i--) {
    const from = (width * i) / folds
    const to = (width * (i + 1)) / folds + 2
    const tied = h * 0.035 * (i / folds) ** 2
    const [a, b] = side < 0 ? [from, to] : [w - to, w - from]
    const pull = side * -1 * -width * 0.16 * (i / folds) ** 1.6
    const bright = 0.3 + (i / folds) * 0.16 + chance.between(-0.03, 0.03)
    const paint = sheet.across(
      [0, tone(0.1)],
      [0.3, tone(bright)],
      [0.52, tone(bright + 0.17)],
      [0.75, tone(bright - 0.04)],
      [1, tone(0.08)],
    )
    art += shape(
      `M${n(a - 1)} -5H${n(b + 1)}C${n(b)} ${n(h * 0.35)} ${n(b + pull * 1.3)} ${n(h * 0.55)} ${n(b + pull)} ${n(h * 0.66)}C${n(b + pull)} ${n(h * 0.8)} ${n(b + pull * 0.3)} ${n(h * 0.95)} ${n(b + pull * 0.2)} ${n(h * 1.03 - tied)}H${n(a + pull * 0.2 - 1)}C${n(a + pull * 0.3)} ${n(h * 0.95)} ${n(a + pull)} ${n(h * 0.8)} ${n(a + pull)} ${n(h * 0.66)}C${n(a + pull * 1.3)} ${n(h * 0.55)} ${n(a)} ${n(h * 0.35)} ${n(a - 1)} -5Z`,
      paint,
    )
  }
  return art
}

export function ghostLight(sheet: Sheet): string {
  const { w, h, u, chance, tone } = sheet
  const x = w * chance.between(0.34, 0.66)
  const floor = h * 0.7
  const bulb = h * chance.between(0.34, 0.42)
  const warm = mix(tone(0.95), '#ffe2a6', 0.6)
  let art = ground(sheet, sheet.down([0, tone(0)], [0.55, tone(0.12)], [0.7, tone(0.2)], [0.701, tone(0.24)], [1, tone(0.01)]))
  for (let i = -9; i <= 9; i++)
    art += line(`M${n(x + i * w * 0.075)} ${n(floor)}L${n(x + i * w * 0.24)} ${h + 10}`, tone(0.02), u * 0.003, 'stroke-opacity=".6"')
  for (let i = 0; i < 5; i++)
    art += rect(w * (i / 5 + 0.04), -5, w * 0.11, floor + 5, sheet.across([0, tone(0), 0.5], [0.5, tone(0.25), 0.28], [1, tone(0), 0.5]))
  art +=
    glow(sheet, x, floor + (h - floor) * 0.42, w * 0.42, (h - floor) * 0.6, warm, 0.6) +
    glow(sheet, x, bulb, u * 0.75, u * 0.75, warm, 0.62)
  art += rect(x - u * 0.005, bulb + u * 0.035, u * 0.01, floor + (h - floor) * 0.4 - bulb - u * 0.035, tone(0.02))
  art +=
    oval(x, floor + (h - floor) * 0.42, u * 0.085, u * 0.02, tone(0.02)) +
    oval(x + u * 0.04, floor + (h - floor) * 0.46, u * 0.2, u * 0.02, tone(0), 'opacity=".35"')
  art += glow(sheet, x, bulb, u * 0.2, u * 0.2, '#fff6df', 0.95) + disc(x, bulb, u * 0.032, '#fffaf0')
  for (let i = 0; i < 6; i++)
    art += line(
      `M${n(x + (i - 2.5) * u * 0.018)} ${n(bulb - u * 0.06)}V${n(bulb + u * 0.05)}`,
      tone(0.02),
      u * 0.0028,
      'stroke-opacity=".75"',
    )
  return (
    art +
    line(
      `M${n(x - u * 0.05)} ${n(bulb - u * 0.058)}H${n(x + u * 0.05)}M${n(x - u * 0.05)} ${n(bulb + u * 0.048)}H${n(x + u * 0.05)}`,
      tone(0.02),
      u * 0.005,
    ) +
    dust(sheet, 50, warm, 0.1, 0.5, 0.7)
  )
}

export function seats(sheet: Sheet): string {
  const { w, h, u, chance, tone, palette } = sheet
  const cx = w * chance.between(0.2, 0.8)
  const cy = -h * chance.between(0.12, 0.3)
  const pitch = u * 0.115
  const rows = Math.ceil(Math.hypot(Math.max(cx, w - cx), h - cy) / pitch)
  const lone = [w * chance.between(0.3, 0.7), h * chance.between(0.42, 0.68)] as const
  const loneRow = Math.round(Math.hypot(lone[0] - cx, lone[1] - cy) / pitch - 0.5)
  const straight = Math.atan2(lone[1] - cy, lone[0] - cx)
  const besideAisle = Math.abs(straight - Math.PI * 0.42) < 1.1 / (loneRow + 0.5)
  const loneAngle = besideAisle ? straight + 2 / (loneRow + 0.5) : straight
  let art = ground(sheet, sheet.down([0, tone(0.2)], [1, tone(0.02)])) + glow(sheet, cx, cy * 0.2, w * 0.75, h * 0.9, tone(0.9), 0.5)
  for (let row = 2; row < rows; row++) {
    const radius = pitch * (row + 0.5)
    const step = (pitch * 0.86) / radius
    const count = Math.floor(Math.PI / step)
    for (let k = 0; k <= count; k++) {
      const angle = k * step + (row % 2) * step * 0.5
      const aisle = Math.abs(angle - Math.PI * 0.42) < (pitch * 0.5) / radius
      const x = cx + Math.cos(angle) * radius
      const y = cy + Math.sin(angle) * radius
      if (aisle || x < -pitch || x > w + pitch || y < -pitch || y > h + pitch) continue
      const lit = Math.max(0.1, 0.66 - (row / rows) * 0.52)
      const mine = row === loneRow && Math.abs(angle - loneAngle) < step * 0.5
      const s = pitch * 0.62
      art += `<g transform="translate(${n(x)} ${n(y)}) rotate(${n((angle * 180) / Math.PI - 90)})">${rect(-s / 2, -s * 0.4, s, s * 0.95, tone(Math.max(0, lit - 0.18)), `rx="${n(s * 0.25)}"`)}${rect(-s / 2, -s * 0.4, s, s * 0.62, mine ? palette.accent : tone(lit), `rx="${n(s * 0.22)}"`)}</g>`
    }
  }
  return art
}

// A cone of light laid ten times, each a little narrower: its edge is soft without a blur. Each fades at a height of its own,
// because ten equal fades of few levels would add up to visible stripes.
const softSpread = Array.from({ length: 10 }, (_, step) => 1.3 - step * 0.065)

export function beams(sheet: Sheet): string {
  const { w, h, u, chance, tone, palette } = sheet
  let art = ground(
    sheet,
    sheet.down([0, mix(tone(0), '#000000', 0.3)], [0.62, tone(0.14)], [0.76, tone(0.24)], [0.761, tone(0.16)], [1, tone(0.01)]),
  )
  const count = chance.whole(3, 5)
  for (let i = 0; i < count; i++) {
    const from = w * (0.1 + (0.8 * (i + 0.5)) / count)
    const to = w * chance.between(0.25, 0.75)
    const wide = w * chance.between(0.06, 0.12)
    const foot = h * chance.between(0.8, 0.88)
    const colour = i === 1 ? palette.accent : tone(0.85 + 0.15 * (i % 2))
    for (const [step, spread] of softSpread.entries())
      art += shape(
        polygon([
          [from - u * 0.006 * spread, -10],
          [from + u * 0.006 * spread, -10],
          [to + wide * spread, foot],
          [to - wide * spread, foot],
        ]),
        sheet.down([0, colour, 0.19 - step * 0.004], [0.3 + step * 0.045, colour, 0.07 - step * 0.003], [1, colour, 0.02]),
      )
    for (const spread of softSpread) art += oval(to, foot, wide * spread, wide * 0.2 * spread, colour, 'opacity=".075"')
    art += rect(from - u * 0.018, -5, u * 0.036, h * 0.035, tone(0), `rx="${n(u * 0.006)}"`)
  }
  return art + dust(sheet, 90, tone(1), 0.08, 0.5, 0.85)
}

export function spotlitStairs(sheet: Sheet): string {
  const { w, h, u, chance, tone } = sheet
  const steps = chance.whole(7, 9)
  const rise = (h * 0.66) / steps
  let art = ground(sheet, sheet.across([0, tone(0.3)], [1, tone(0.1)]))
  const top = h * 0.34
  const doorW = Math.min(w * 0.2, u * 0.24, top * 0.6)
  const doorX = w * 0.78
  art += glow(sheet, doorX, top - doorW * 0.7, doorW * 3, doorW * 3, tone(0.95), 0.55)
  art += shape(
    `M${n(doorX - doorW / 2)} ${n(top)}V${n(top - doorW * 0.9)}a${n(doorW / 2)} ${n(doorW / 2)} 0 0 1 ${n(doorW)} 0V${n(top)}Z`,
    sheet.down([0, tone(1)], [1, tone(0.88)]),
  )
  for (let i = 0; i < steps; i++) {
    const y = top + i * rise
    const x = w * (0.52 - (i / steps) * 0.62)
    const far = i / steps
    art += shadow(
      sheet,
      polygon([
        [x, y],
        [w * 1.2, y],
        [w * 1.2, y + rise],
        [x, y + rise],
      ]),
      u * 0.02,
      0.25,
    )
    art += rect(x, y, w * 1.7, rise * 0.36 + 1, sheet.across([0, tone(0.97 - far * 0.25)], [0.75, tone(0.7 - far * 0.25)]))
    art += rect(x, y + rise * 0.36, w * 1.7, rise * 0.66, sheet.across([0, tone(0.6 - far * 0.26)], [0.75, tone(0.36 - far * 0.2)]))
  }
  art += shape(
    polygon([
      [doorX - doorW * 0.5, top],
      [doorX + doorW * 0.5, top],
      [w * 0.86, h],
      [w * 0.2, h],
    ]),
    sheet.down([0, tone(1), 0.5], [1, tone(1), 0.04]),
  )
  return chance.yes(0.5) ? `<g transform="translate(${w} 0) scale(-1 1)">${art}</g>` : art
}

export function doorAjar(sheet: Sheet): string {
  const { w, h, u, chance, tone, palette } = sheet
  const warm = mix(tone(0.96), '#ffe6b0', 0.5)
  const dw = Math.min(w * 0.34, u * 0.4)
  const x = w * chance.between(0.3, 0.5)
  const top = h * 0.14
  const floor = h * 0.76
  let art = ground(sheet, sheet.down([0, tone(0.05)], [0.74, tone(0.24)], [0.761, tone(0.3)], [0.762, tone(0.14)], [1, tone(0.02)]))
  for (let i = 0; i < 12; i++) art += rect((w * i) / 12, 0, 1.5, floor, tone(0.02), 'opacity=".35"')
  art += glow(sheet, x + dw * 0.5, h * 0.5, dw * 1.9, h * 0.7, warm, 0.4)
  art += shape(
    polygon([
      [x + dw * 0.16, floor],
      [x + dw, floor],
      [x + dw * 2.1, h + 4],
      [x - dw * 0.7, h + 4],
    ]),
    sheet.down([0, warm, 0.85], [1, warm, 0.12]),
  )
  art +=
    rect(x - dw * 0.07, top - dw * 0.07, dw * 1.14, floor - top + dw * 0.07, tone(0.03)) +
    rect(x, top, dw, floor - top, sheet.down([0, mix(warm, tone(0.7), 0.3)], [1, warm]))
  const leaf = polygon([
    [x, top],
    [x + dw * 0.4, top + h * 0.035],
    [x + dw * 0.4, floor + h * 0.06],
    [x, floor],
  ])
  art += shadow(sheet, leaf, u * 0.03, 0.3) + shape(leaf, sheet.across([0, tone(0.2)], [1, tone(0.42)]))
  for (const part of [0.12, 0.55])
    art += shape(
      polygon([
        [x + dw * 0.07, top + (floor - top) * part + h * 0.012],
        [x + dw * 0.33, top + (floor - top) * part + h * 0.03],
        [x + dw * 0.33, top + (floor - top) * (part + 0.34) + h * 0.03],
        [x + dw * 0.07, top + (floor - top) * (part + 0.34)],
      ]),
      tone(0.16),
    )
  return art + disc(x + dw * 0.355, (top + floor) / 2 + h * 0.05, u * 0.011, palette.accent) + dust(sheet, 40, warm, 0.1, 0.5, 0.75)
}
