// Hills washed in ink, dunes, leaves, drifting fog.
import { mix } from '../palettes.ts'
import { disc, dust, flowing, glow, ground, line, n, type Point, rect, type Sheet, shadow, shape } from '../sheet.ts'

export function inkHills(sheet: Sheet): string {
  const { w, h, u, chance, tone, palette } = sheet
  const paper = mix(tone(1), '#f4efe4', 0.6)
  const ink = mix(tone(0.08), '#1a1d22', 0.4)
  const sunX = w * chance.pick([0.26, 0.72, 0.64])
  const sunY = h * chance.between(0.2, 0.3)
  let art =
    ground(sheet, sheet.down([0, paper], [1, mix(paper, tone(0.75), 0.25)])) +
    disc(sunX, sunY, u * chance.between(0.07, 0.11), palette.accent, 'opacity=".92"')
  const ranges = 5
  for (let i = 0; i < ranges; i++) {
    const near = i / (ranges - 1)
    const base = h * (0.5 + near * 0.42)
    const ridge = ridgeLine(sheet, base, h * (0.2 - near * 0.06), chance.between(0.1, 0.9))
    const colour = mix(ink, tone(0.4), 0.45 - near * 0.35)
    const strength = 0.2 + near * 0.62
    const d = `M${n(-w * 0.05)} ${n(base + h * 0.3)}L${ridge.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}L${n(w * 1.05)} ${n(base + h * 0.3)}Z`
    art += shape(d, sheet.down([0, colour, strength], [0.3, colour, strength * 0.72], [0.85, colour, 0.02], [1, colour, 0]))
    art += rect(-5, base + h * 0.02, w + 10, h * 0.12, sheet.down([0, paper, 0], [0.5, paper, 0.55 - near * 0.3], [1, paper, 0]))
  }
  const birds = chance.whole(3, 6)
  for (let i = 0; i < birds; i++) {
    const x = w * (sunX > w / 2 ? 0.22 : 0.62) + chance.between(-0.1, 0.14) * w
    const y = h * chance.between(0.14, 0.34)
    const s = u * chance.between(0.012, 0.022)
    art += line(
      `M${n(x - s)} ${n(y - s * 0.4)}Q${n(x - s * 0.3)} ${n(y - s * 0.6)} ${n(x)} ${n(y)}Q${n(x + s * 0.3)} ${n(y - s * 0.6)} ${n(x + s)} ${n(y - s * 0.4)}`,
      ink,
      u * 0.0035,
      'stroke-linecap="round"',
    )
  }
  return art
}

/** A mountain ridge: one high peak, its shoulders, and roughness halved at every step. */
function ridgeLine(sheet: Sheet, base: number, height: number, peak: number): Point[] {
  const { w, chance } = sheet
  let heights = [0.15, chance.between(0.3, 0.7), chance.between(0.1, 0.4), chance.between(0.4, 0.9), chance.between(0.1, 0.3)]
  heights[Math.round(peak * 4)] = 1.25
  for (let pass = 0, rough = 0.24; pass < 5; pass++, rough *= 0.52) {
    const finer: number[] = []
    for (const [k, value] of heights.entries()) {
      const next = heights[k + 1]
      finer.push(value)
      if (next !== undefined) finer.push((value + next) / 2 + chance.between(-rough, rough))
    }
    heights = finer
  }
  return heights.map((value, k) => [w * (-0.05 + (1.1 * k) / (heights.length - 1)), base - value * height])
}

export function dunes(sheet: Sheet): string {
  const { w, h, u, chance, tone, palette } = sheet
  const sunX = w * chance.between(0.25, 0.75)
  let art = ground(sheet, sheet.down([0, tone(0.42)], [0.3, tone(0.66)], [0.55, tone(0.9)]))
  art += glow(sheet, sunX, h * 0.3, u * 0.5, u * 0.5, tone(1), 0.7) + disc(sunX, h * 0.3, u * 0.075, mix(palette.accent, tone(1), 0.5))
  const count = 6
  for (let i = 0; i < count; i++) {
    const near = i / (count - 1)
    const y = h * (0.42 + near * 0.42)
    const crest = w * chance.between(0.2, 0.8)
    const lift = h * chance.between(0.06, 0.15)
    const light = 0.84 - near * 0.5
    const back = `M${-w * 0.1} ${n(y + lift * 0.6)}C${n(crest * 0.5)} ${n(y + lift * 0.5)} ${n(crest - w * 0.1)} ${n(y - lift)} ${n(crest)} ${n(y - lift)}C${n(crest + w * 0.12)} ${n(y - lift)} ${n(w * 0.9)} ${n(y + lift * 0.4)} ${n(w * 1.1)} ${n(y + lift * 0.3)}V${h * 1.2}H${-w * 0.1}Z`
    art += shadow(sheet, back, u * 0.02, 0.12) + shape(back, sheet.down([0, tone(light + 0.08)], [1, tone(light - 0.12)]))
    const lean = w * chance.between(0.16, 0.36) * (crest > w / 2 ? -1 : 1)
    art += shape(
      `M${n(crest)} ${n(y - lift)}C${n(crest + lean * 0.9)} ${n(y)} ${n(crest - lean * 0.1)} ${n(y + lift)} ${n(crest + lean)} ${n(y + h * 0.34)}H${n(lean < 0 ? -w * 0.1 : w * 1.1)}V${n(y + lift * (lean < 0 ? 0.6 : 0.3))}${lean < 0 ? `C${n(crest * 0.5)} ${n(y + lift * 0.5)} ${n(crest - w * 0.1)} ${n(y - lift)}` : `C${n(w * 0.9)} ${n(y + lift * 0.4)} ${n(crest + w * 0.12)} ${n(y - lift)}`} ${n(crest)} ${n(y - lift)}Z`,
      sheet.down([0, tone(light - 0.2), 0.95], [0.55, tone(light - 0.22), 0.3], [1, tone(light - 0.2), 0]),
    )
  }
  return art
}

export function leaves(sheet: Sheet): string {
  const { w, h, u, chance, tone, palette } = sheet
  const dark = chance.yes(0.5)
  let art = ground(sheet, dark ? sheet.down([0, tone(0.14)], [1, tone(0.02)]) : sheet.down([0, tone(1)], [1, tone(0.86)]))
  art += disc(w * chance.between(0.3, 0.7), h * chance.between(0.28, 0.5), u * 0.2, palette.accent, `opacity="${dark ? 0.9 : 0.95}"`)
  const count = 15
  for (let i = 0; i < count; i++) {
    const side = i % 3
    const x = side === 0 ? w * chance.between(-0.06, 0.1) : side === 1 ? w * chance.between(0.9, 1.06) : w * chance.next()
    const y = side === 2 ? h * chance.between(0.96, 1.06) : h * chance.between(0.1, 1.02)
    const turn = (Math.atan2(h * 0.42 - y, w / 2 - x) * 180) / Math.PI + chance.between(-32, 32)
    art += leaf(sheet, x, y, u * chance.between(0.34, 0.58), turn, 0.14 + (i / count) * (dark ? 0.5 : 0.6))
  }
  return art
}

function leaf(sheet: Sheet, x: number, y: number, length: number, turn: number, light: number): string {
  const { tone, chance } = sheet
  const wide = length * chance.between(0.2, 0.3)
  const d = `M0 0C${n(length * 0.25)} ${n(-wide)} ${n(length * 0.7)} ${n(-wide * 0.9)} ${n(length)} 0C${n(length * 0.7)} ${n(wide * 0.9)} ${n(length * 0.25)} ${n(wide)} 0 0Z`
  const half = `M0 0C${n(length * 0.25)} ${n(wide)} ${n(length * 0.7)} ${n(wide * 0.9)} ${n(length)} 0Z`
  let veins = `M0 0H${n(length * 0.97)}`
  for (let k = 1; k < 7; k++) {
    const at = (length * k) / 7.5
    const out = wide * 0.62 * Math.sin((k / 7) * Math.PI)
    veins += `M${n(at)} 0L${n(at + length * 0.09)} ${n(-out)}M${n(at)} 0L${n(at + length * 0.09)} ${n(out)}`
  }
  return `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)})">${shadow(sheet, d, length * 0.06, 0.3, 2, 4)}${shape(d, sheet.across([0, tone(light - 0.1)], [1, tone(light + 0.1)]))}${shape(half, tone(light - 0.08), 'opacity=".55"')}${line(veins, tone(Math.min(1, light + 0.25)), length * 0.006, 'stroke-opacity=".6"')}</g>`
}

export function drifting(sheet: Sheet): string {
  const { w, h, u, chance, tone } = sheet
  let art = ground(sheet, sheet.down([0, tone(0.52)], [0.5, tone(0.74)], [1, tone(0.5)]))
  art += glow(sheet, w * chance.between(0.3, 0.7), h * 0.3, u * 0.55, u * 0.55, tone(1), 0.9)
  const rows = 5
  for (let i = 0; i < rows; i++) {
    const near = i / (rows - 1)
    const base = h * (0.5 + near * 0.5)
    const trunks = chance.whole(5, 8)
    for (let k = 0; k < trunks; k++) {
      const x = w * chance.between(-0.02, 1.02)
      const tall = h * chance.between(0.24, 0.4) * (0.7 + near * 0.75)
      const wide = tall * 0.17
      const colour = tone(0.56 - near * 0.5)
      const points: Point[] = [
        [x - wide, base],
        [x - wide * 0.5, base - tall * 0.34],
        [x - wide * 0.62, base - tall * 0.34],
        [x - wide * 0.2, base - tall * 0.72],
        [x, base - tall],
        [x + wide * 0.2, base - tall * 0.72],
        [x + wide * 0.62, base - tall * 0.34],
        [x + wide * 0.5, base - tall * 0.34],
        [x + wide, base],
      ]
      art += shape(`M${points.map(([px, py]) => `${n(px)} ${n(py)}`).join('L')}Z`, colour)
    }
    const points: Point[] = []
    for (let k = 0; k <= 5; k++) points.push([w * ((k / 5) * 1.2 - 0.1), base - h * chance.between(0, 0.05)])
    const mist = tone(0.82 - near * 0.26)
    art +=
      shape(`${flowing(points)}V${n(base + h * 0.34)}H${-w * 0.1}Z`, tone(0.56 - near * 0.5)) +
      rect(-5, base - h * 0.14, w + 10, h * 0.3, sheet.down([0, mist, 0], [0.55, mist, near === 1 ? 0.25 : 0.8], [1, mist, 0]))
  }
  return art + dust(sheet, 30, tone(1), 0.1, 0.4)
}
