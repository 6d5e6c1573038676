// Things made by hand: cut shapes, arches in layers, woven cloth, lanterns, folded screens, parasols, facets, a mobile.
import { mix } from '../palettes.ts'
import { disc, dust, flowing, glow, ground, line, n, oval, type Point, polygon, rect, type Sheet, shadow, shape } from '../sheet.ts'

export function cutShapes(sheet: Sheet): string {
  const { w, h, u, chance, tone, palette } = sheet
  const s = u / chance.pick([2, 3, 3])
  const cols = Math.ceil(w / s)
  const rows = Math.ceil(h / s)
  const special = chance.whole(0, cols * rows - 1)
  const tones = [0.98, 0.78, 0.55, 0.34, 0.14] as const
  let art = ground(sheet, tone(1))
  for (let cell = 0; cell < cols * rows; cell++) {
    const back = chance.whole(0, 4)
    const front = (back + chance.whole(1, 4)) % 5
    const colour = cell === special ? palette.accent : tone(tones[front] ?? 0.5)
    art += rect((cell % cols) * s, Math.floor(cell / cols) * s, s + 1, s + 1, tone(tones[back] ?? 0.9))
    art += `<g transform="translate(${n(((cell % cols) + 0.5) * s)} ${n((Math.floor(cell / cols) + 0.5) * s)}) rotate(${chance.whole(0, 3) * 90}) scale(${n(s / 100)})">${cutFigure(sheet, colour)}</g>`
  }
  return art
}

function cutFigure(sheet: Sheet, colour: string): string {
  const figures = [
    'M-50 50V-50A100 100 0 0 1 50 50Z',
    'M-50 50A50 50 0 0 1 50 50Z',
    'M-36 0A36 36 0 1 1 36 0A36 36 0 1 1 -36 0Z',
    'M-50 -50H50L-50 50Z',
    'M-50 0A50 50 0 0 1 0 -50V0A50 50 0 0 1 -50 50ZM0 0A50 50 0 0 1 50 -50V0A50 50 0 0 1 0 50Z',
  ] as const
  const d = sheet.chance.pick(figures)
  return shadow(sheet, d, 7, 0.34, 1, 3) + shape(d, colour)
}

export function arches(sheet: Sheet): string {
  const { w, h, u, chance, tone, palette } = sheet
  const count = chance.whole(6, 8)
  const cx = w * chance.between(0.4, 0.6)
  const inward = chance.yes(0.6)
  const light = (share: number): number => (inward ? 0.12 + share * 0.84 : 0.98 - share * 0.9)
  let art = ground(sheet, tone(light(0) - (inward ? 0.1 : -0.02)))
  for (let i = 0; i < count; i++) {
    const share = i / (count - 1)
    const half = Math.min(w, h * 1.15) * (0.54 - share * 0.43)
    const top = h * (0.05 + share * 0.43)
    const d = `M${n(cx - half)} ${h + 30}V${n(top + half)}A${n(half)} ${n(half)} 0 0 1 ${n(cx + half)} ${n(top + half)}V${h + 30}Z`
    art +=
      shadow(sheet, d, u * 0.032, 0.42, 0, u * 0.006) + shape(d, sheet.down([0, tone(light(share) + 0.03)], [1, tone(light(share) - 0.07)]))
  }
  const r = u * 0.06
  return (
    art +
    disc(cx, h * (inward ? 0.83 : 0.84), r, palette.accent) +
    oval(cx, h * 0.83 + r * 1.15, r * 1.1, r * 0.16, tone(0), 'opacity=".22"')
  )
}

export function weave(sheet: Sheet): string {
  const { w, h, u, chance, tone, palette } = sheet
  const s = u / chance.whole(7, 9)
  const cols = Math.ceil(w / s)
  const rows = Math.ceil(h / s)
  const stripe = (count: number): number[] => Array.from({ length: count }, () => chance.pick([0.25, 0.4, 0.62, 0.82, 0.95]))
  const [warp, weft] = [stripe(cols), stripe(rows)]
  const bright = [chance.whole(1, cols - 2), chance.whole(1, rows - 2)] as const
  let art = ground(sheet, tone(0.02))
  for (let x = 0; x < cols; x++)
    for (let y = 0; y < rows; y++) {
      const over = (x + y + Math.floor(y / 3)) % 2 === 0
      const light = (over ? warp[x] : weft[y]) ?? 0.5
      const colour = (over ? x === bright[0] : y === bright[1]) ? palette.accent : tone(light)
      const shade = mix(colour, tone(0), 0.55)
      const paint = over
        ? sheet.down([0, shade], [0.28, colour], [0.5, mix(colour, '#ffffff', 0.14)], [0.72, colour], [1, shade])
        : sheet.across([0, shade], [0.28, colour], [0.5, mix(colour, '#ffffff', 0.14)], [0.72, colour], [1, shade])
      art += over
        ? rect(x * s + s * 0.06, y * s - s * 0.06, s * 0.88, s * 1.12, paint, `rx="${n(s * 0.1)}"`)
        : rect(x * s - s * 0.06, y * s + s * 0.06, s * 1.12, s * 0.88, paint, `rx="${n(s * 0.1)}"`)
    }
  const turn = chance.pick([0, 0, -12, 45])
  return turn
    ? `<g transform="rotate(${turn} ${w / 2} ${h / 2}) translate(${w / 2} ${h / 2}) scale(1.45) translate(${-w / 2} ${-h / 2})">${art}</g>`
    : art
}

export function lanterns(sheet: Sheet): string {
  const { w, h, u, chance, tone, palette } = sheet
  let art = ground(sheet, sheet.down([0, tone(0)], [0.6, tone(0.16)], [1, tone(0.34)])) + dust(sheet, 50, tone(1), 0.1, 0.5, 0.7)
  const count = chance.whole(7, 9)
  for (let i = 0; i < count; i++) {
    const near = i / (count - 1)
    const r = u * (0.05 + near * 0.13) * chance.between(0.85, 1.1)
    const x = w * (((i * 0.618 + chance.between(0, 0.06)) % 1) * 0.92 + 0.04)
    const y = h * chance.between(0.18, 0.74)
    const tall = chance.yes(0.35) ? 1.45 : 0.9
    const warm = i === count - 2 ? palette.accent : mix(tone(0.7 + near * 0.2), '#ffcf87', 0.25)
    art += glow(sheet, x, y, r * 2.6, r * 2.6, warm, 0.32 + near * 0.2) + line(`M${n(x)} -5V${n(y - r * tall)}`, tone(0.3), u * 0.002)
    art += oval(
      x,
      y,
      r,
      r * tall,
      sheet.around([0, mix(warm, '#fff8e6', 0.75)], [0.5, mix(warm, '#fff3d6', 0.3)], [1, mix(warm, tone(0.3), 0.35)]),
    )
    for (let k = -3; k <= 3; k++) {
      const ry = (k / 4) * r * tall
      const rx = r * Math.sqrt(1 - (k / 4) ** 2)
      art += line(
        `M${n(x - rx)} ${n(y + ry)}Q${n(x)} ${n(y + ry + r * 0.16)} ${n(x + rx)} ${n(y + ry)}`,
        mix(warm, tone(0.2), 0.5),
        r * 0.018,
        'stroke-opacity=".6"',
      )
    }
    art +=
      rect(x - r * 0.32, y - r * tall * 1.06, r * 0.64, r * 0.14, tone(0.05), 'rx="2"') +
      rect(x - r * 0.32, y + r * tall * 0.94, r * 0.64, r * 0.12, tone(0.05), 'rx="2"') +
      line(`M${n(x)} ${n(y + r * tall)}v${n(r * 0.55)}`, palette.accent, r * 0.06)
  }
  return art
}

export function foldedScreen(sheet: Sheet): string {
  const { w, h, u, chance, tone, palette } = sheet
  const panels = chance.whole(4, 6)
  const pw = w / panels
  const gold = chance.yes(0.5)
  const moonX = w * chance.between(0.2, 0.8)
  let art = ground(sheet, sheet.down([0, tone(gold ? 0.8 : 0.99)], [1, tone(gold ? 0.68 : 0.88)]))
  art += disc(moonX, h * 0.28, u * 0.14, gold ? tone(1) : palette.accent)
  for (let i = 0; i < 4; i++) {
    const points: Point[] = []
    const base = h * (0.5 + i * 0.13)
    for (let k = 0; k <= 6; k++) points.push([w * ((k / 6) * 1.2 - 0.1), base - (k % 2 ? h * chance.between(0.05, 0.16) : 0)])
    const d = `${flowing(points)}V${h * 1.1}H${-w * 0.1}Z`
    art +=
      shadow(sheet, d, u * 0.02, 0.16) +
      shape(d, sheet.down([0, tone(0.6 - i * 0.15)], [1, tone(0.5 - i * 0.14)])) +
      line(flowing(points), tone(1), u * 0.003, 'stroke-opacity=".5"')
  }
  for (let i = 0; i < panels; i++) {
    const dark = tone(0)
    art += rect(
      i * pw,
      -2,
      pw,
      h + 4,
      i % 2
        ? sheet.across([0, dark, 0.34], [0.4, dark, 0.14], [1, dark, 0.03])
        : sheet.across([0, '#ffffff', 0.02], [0.7, '#ffffff', 0.1], [1, '#ffffff', 0.26]),
    )
    art += rect(i * pw - u * 0.002, -2, u * 0.004, h + 4, dark, 'opacity=".5"')
  }
  const frame = u * 0.028
  return (
    art +
    line(`M0 ${n(frame / 2)}H${w}M0 ${n(h - frame / 2)}H${w}`, tone(0.04), frame) +
    line(`M0 ${n(frame * 1.2)}H${w}M0 ${n(h - frame * 1.2)}H${w}`, tone(0.7), u * 0.003)
  )
}

export function parasols(sheet: Sheet): string {
  const { w, h, u, chance, tone, palette } = sheet
  let art = ground(sheet, sheet.down([0, tone(0.97)], [1, tone(0.8)]))
  const places: [number, number, number][] = []
  for (let tries = 0; tries < 90 && places.length < 9; tries++) {
    const r = u * (places.length < 2 ? chance.between(0.26, 0.34) : chance.between(0.12, 0.22))
    const x = w * chance.between(0, 1)
    const y = h * chance.between(0, 1)
    if (places.every(([ox, oy, or]) => Math.hypot(x - ox, y - oy) > (r + or) * 0.86)) places.push([x, y, r])
  }
  for (const [index, [x, y, r]] of places.entries()) {
    const ribs = chance.pick([12, 16])
    const light = chance.pick([0.2, 0.42, 0.62, 0.8])
    const start = chance.between(0, 30)
    const colour = index === 1 ? palette.accent : tone(light)
    const rim = Array.from({ length: ribs }, (_, k): Point => [Math.cos((k / ribs) * 6.2832) * r, Math.sin((k / ribs) * 6.2832) * r])
    const edge = polygon(rim)
    let top = shadow(sheet, edge, r * 0.16, 0.4, r * 0.05, r * 0.09)
    for (const [k, corner] of rim.entries()) {
      const next = rim[(k + 1) % ribs] ?? corner
      top += shape(polygon([[0, 0], corner, next]), mix(colour, k % 2 ? tone(0) : '#ffffff', k % 2 ? 0.1 : 0.1))
    }
    for (const ring of [0.86, 0.5])
      top += line(
        polygon(rim.map(([px, py]): Point => [px * ring, py * ring])),
        tone(0.98),
        r * (ring > 0.6 ? 0.035 : 0.02),
        'stroke-opacity=".8"',
      )
    art += `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(start)})">${top}${disc(0, 0, r * 0.07, tone(0.04))}${disc(0, 0, r * 0.03, tone(0.9))}</g>`
  }
  return art
}

export function facets(sheet: Sheet): string {
  const { w, h, u, chance, tone, palette } = sheet
  const cols = Math.round(w / (u / 4.5))
  const rows = Math.round(h / (u / 4.5))
  const sx = w / cols
  const sy = h / rows
  const grid = Array.from({ length: rows + 1 }, (_, j) =>
    Array.from(
      { length: cols + 1 },
      (_, i): Point => [
        i * sx + (i > 0 && i < cols ? chance.between(-0.34, 0.34) * sx : 0),
        j * sy + (j > 0 && j < rows ? chance.between(-0.34, 0.34) * sy : 0),
      ],
    ),
  )
  const lamp: Point = [w * chance.between(0.2, 0.8), h * chance.between(0.15, 0.5)]
  const point = (i: number, j: number): Point => grid[j]?.[i] ?? [0, 0]
  const special = chance.whole(cols, cols * rows - 1)
  let art = ground(sheet, tone(0.5))
  for (let cell = 0; cell < cols * rows; cell++) {
    const i = cell % cols
    const j = Math.floor(cell / cols)
    const [a, b, c, d] = [point(i, j), point(i + 1, j), point(i + 1, j + 1), point(i, j + 1)]
    const halves: Point[][] =
      (i + j) % 2
        ? [
            [a, b, c],
            [a, c, d],
          ]
        : [
            [a, b, d],
            [b, c, d],
          ]
    for (const [k, half] of halves.entries()) {
      const x = half.reduce((sum, p) => sum + p[0], 0) / 3
      const y = half.reduce((sum, p) => sum + p[1], 0) / 3
      const light = 0.95 - (Math.hypot(x - lamp[0], y - lamp[1]) / Math.hypot(w, h)) * 1.15 + chance.between(-0.13, 0.13)
      const colour = cell === special && k === 0 ? palette.accent : tone(light)
      art += shape(
        polygon(half),
        sheet.down([0, mix(colour, '#ffffff', 0.07)], [1, mix(colour, tone(0), 0.1)]),
        `stroke="${mix(colour, '#ffffff', 0.2)}" stroke-width="${n(u * 0.0016)}"`,
      )
    }
  }
  return art
}

export function mobile(sheet: Sheet): string {
  const { w, h, u, chance, tone, palette } = sheet
  const x = w * chance.between(0.42, 0.58)
  let art =
    ground(sheet, sheet.down([0, tone(0.98)], [1, tone(0.84)])) +
    disc(w * chance.between(0.2, 0.8), h * 0.55, u * 0.32, tone(0.76), 'opacity=".45"')
  const colours = [palette.accent, tone(0.1), tone(0.45), tone(0.6), tone(0.28), tone(0.35)]
  let picked = 0
  const hang = (px: number, py: number, reach: number, level: number): void => {
    const drop = h * chance.between(0.11, 0.17)
    const tilt = chance.between(-0.12, 0.12) * reach
    art +=
      line(`M${n(px)} ${n(py)}V${n(py + drop)}`, tone(0.1), u * 0.0028) +
      line(
        `M${n(px - reach)} ${n(py + drop + tilt)}Q${n(px)} ${n(py + drop - reach * 0.12)} ${n(px + reach)} ${n(py + drop - tilt)}`,
        tone(0.1),
        u * 0.0045,
        'stroke-linecap="round"',
      )
    for (const side of [-1, 1]) {
      const ex = px + side * reach
      const ey = py + drop - side * tilt
      if (level < 3 && (level === 0 || chance.yes(0.55))) {
        hang(ex, ey, reach * chance.between(0.5, 0.62), level + 1)
        continue
      }
      const s = u * chance.between(0.05, 0.1)
      const string = h * chance.between(0.05, 0.15)
      const colour = colours[picked++ % colours.length] ?? palette.accent
      const d = chance.pick([
        `M${-s} 0A${s} ${s} 0 0 0 ${s} 0Z`,
        `M0 0C${s} ${s * 0.3} ${s} ${s * 1.5} 0 ${s * 1.9}C${-s} ${s * 1.5} ${-s} ${s * 0.3} 0 0Z`,
        `M${-s * 0.8} ${s * 0.8}A${s * 0.8} ${s * 0.8} 0 1 1 ${s * 0.8} ${s * 0.8}A${s * 0.8} ${s * 0.8} 0 1 1 ${-s * 0.8} ${s * 0.8}Z`,
        `M0 0L${s} ${s * 1.7}H${-s}Z`,
      ])
      art +=
        line(`M${n(ex)} ${n(ey)}v${n(string)}`, tone(0.1), u * 0.0024) +
        `<g transform="translate(${n(ex)} ${n(ey + string)})">${shadow(sheet, d, s * 0.22, 0.22, s * 0.16, s * 0.2)}${shape(d, colour)}</g>`
    }
  }
  hang(x, -4, Math.min(w * 0.2, u * 0.27), 0)
  return art
}
