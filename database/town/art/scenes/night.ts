// The city and the sky after dark: lit windows, rain on glass, constellations.
import { mix } from '../palettes.ts'
import { disc, dust, flowing, glow, ground, line, n, oval, type Point, rect, type Sheet, shape } from '../sheet.ts'

export function cityWindows(sheet: Sheet): string {
  const { w, h, u, chance, tone, palette } = sheet
  const moonX = w * chance.between(0.2, 0.8)
  let art = ground(sheet, sheet.down([0, tone(0.04)], [0.5, tone(0.3)], [1, tone(0.58)])) + dust(sheet, 40, tone(1), 0.15, 0.6, 0.35)
  art += glow(sheet, moonX, h * 0.2, u * 0.3, u * 0.3, tone(0.95), 0.5) + disc(moonX, h * 0.2, u * 0.06, tone(0.98))
  for (let layer = 0; layer < 3; layer++) {
    let x = -w * chance.between(0, 0.06)
    while (x < w) {
      const wide = u * chance.between(0.13, 0.2) * (0.7 + layer * 0.3)
      const top = h * (0.28 + layer * 0.16 + chance.between(0, 0.2))
      const wall = tone(0.3 - layer * 0.12)
      art += rect(x, top, wide, h - top + 5, sheet.across([0, mix(wall, tone(0.5), 0.16)], [0.5, wall], [1, mix(wall, tone(0), 0.35)]))
      if (chance.yes(0.3)) art += rect(x + wide * 0.3, top - u * 0.035, wide * 0.14, u * 0.036, wall)
      const s = u * 0.013 * (0.7 + layer * 0.45)
      for (let wy = top + s * 1.8; wy < h; wy += s * 3.1)
        for (let wx = x + s * 1.3; wx < x + wide - s * 1.8; wx += s * 2.3)
          if (chance.yes(0.36))
            art += rect(
              wx,
              wy,
              s,
              s * 1.6,
              chance.yes(0.04) ? palette.accent : mix(tone(chance.between(0.66, 1)), '#ffd58a', 0.45),
              `opacity="${n(chance.between(0.35, 1) * (0.45 + layer * 0.28))}"`,
            )
      x += wide + u * chance.between(-0.004, 0.03)
    }
  }
  return art
}

export function rainOnGlass(sheet: Sheet): string {
  const { w, h, u, chance, tone, palette } = sheet
  let art = ground(sheet, sheet.down([0, tone(0.06)], [0.55, tone(0.28)], [1, tone(0.1)]))
  const lamps = [palette.accent, tone(0.95), tone(0.75), mix(tone(0.9), '#ffc871', 0.6), tone(0.6)] as const
  for (let i = 0; i < 22; i++) {
    const r = u * chance.between(0.03, 0.13)
    const colour = chance.pick(lamps)
    const x = w * chance.next()
    const y = h * (0.5 + (chance.next() + chance.next() - 1) * 0.36)
    art +=
      disc(x, y, r, sheet.around([0, colour, 0.34], [0.82, colour, 0.4], [0.92, colour, 0.26], [1, colour, 0])) +
      glow(sheet, x, y, r * 2.4, r * 2.4, colour, 0.14)
  }
  for (let i = 0; i < 9; i++) {
    const x = w * chance.next()
    const y = h * chance.between(-0.1, 0.5)
    const long = h * chance.between(0.16, 0.45)
    const sway = u * chance.between(-0.012, 0.012)
    art +=
      line(
        `M${n(x)} ${n(y)}C${n(x + sway)} ${n(y + long * 0.3)} ${n(x - sway)} ${n(y + long * 0.6)} ${n(x + sway)} ${n(y + long)}`,
        tone(0.92),
        u * 0.008,
        'stroke-opacity=".15" stroke-linecap="round"',
      ) + drop(sheet, x + sway, y + long, u * 0.018)
  }
  for (let i = 0; i < 150; i++) art += drop(sheet, w * chance.next(), h * chance.next(), u * 0.004 + u * 0.014 * chance.next() ** 3)
  return art
}

function drop(sheet: Sheet, x: number, y: number, r: number): string {
  const { tone } = sheet
  return (
    oval(x, y, r, r * 1.2, tone(0.02), 'opacity=".35"') +
    oval(x, y + r * 0.25, r * 0.86, r * 0.9, tone(0.88), 'opacity=".5"') +
    disc(x - r * 0.3, y - r * 0.45, r * 0.24, '#ffffff', 'opacity=".85"')
  )
}

export function constellation(sheet: Sheet): string {
  const { w, h, u, chance, tone, palette } = sheet
  let art = ground(sheet, sheet.down([0, tone(0.01)], [0.6, tone(0.2)], [1, tone(0.46)]))
  for (let i = 0; i < 7; i++) art += glow(sheet, w * (0.1 + i * 0.14), h * (0.56 - i * 0.07), u * 0.3, u * 0.2, tone(0.62), 0.14)
  art += dust(sheet, 260, tone(1), 0.15, 0.9, 0.86)
  const stars: Point[] = []
  for (let tries = 0; tries < 80 && stars.length < 8; tries++) {
    const star: Point = [w * chance.between(0.14, 0.86), h * chance.between(0.1, 0.6)]
    if (stars.every(([x, y]) => Math.hypot(x - star[0], y - star[1]) > u * 0.15)) stars.push(star)
  }
  stars.sort((a, b) => a[0] - b[0])
  art += line(`M${stars.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}`, tone(0.95), u * 0.0032, 'stroke-opacity=".6"')
  for (const [k, [x, y]] of stars.entries())
    art +=
      glow(sheet, x, y, u * 0.045, u * 0.045, k === 3 ? palette.accent : tone(1), 0.8) +
      disc(x, y, u * (k === 3 ? 0.014 : 0.009), k === 3 ? palette.accent : '#ffffff')
  for (let i = 0; i < 2; i++) {
    const points: Point[] = []
    for (let k = 0; k <= 5; k++)
      points.push([w * ((k / 5) * 1.2 - 0.1), h * (0.82 + i * 0.09) - (k % 2 ? h * chance.between(0.03, 0.1) : 0)])
    art += shape(`${flowing(points)}V${h + 9}H${-w * 0.1}Z`, tone(0.14 - i * 0.12))
  }
  return art
}
