// Sound made visible: a waveform, rows of ridges, a record, strands that swing together.
import { mix } from '../palettes.ts'
import { disc, glow, ground, line, n, polygon, rect, type Sheet, shadow, shape } from '../sheet.ts'

export function waveform(sheet: Sheet): string {
  const { w, h, u, chance, tone, palette } = sheet
  const light = chance.yes(0.4)
  let art = ground(sheet, light ? sheet.down([0, tone(1)], [1, tone(0.86)]) : sheet.down([0, tone(0.08)], [1, tone(0.01)]))
  if (!light) art += glow(sheet, w / 2, h / 2, w * 0.6, h * 0.5, tone(0.5), 0.5)
  const step = u / 30
  const bars = Math.ceil(w / step)
  const [f1, f2, shift] = [chance.between(2, 4), chance.between(6, 10), chance.between(0, 6)]
  const played = chance.between(0.35, 0.65)
  for (let i = 0; i < bars; i++) {
    const t = i / bars
    const body = Math.abs(Math.sin(t * f1 * 3.14 + shift)) * 0.62 + Math.abs(Math.sin(t * f2 * 3.14)) * 0.3 + chance.between(0.02, 0.14)
    const tall = Math.max(step, h * 0.62 * body * Math.sin(Math.PI * Math.min(0.96, Math.max(0.04, t))))
    const colour =
      Math.abs(t - played) < 0.5 / bars
        ? palette.accent
        : t < played
          ? tone(light ? 0.2 + body * 0.25 : 0.6 + body * 0.4)
          : tone(light ? 0.72 : 0.34)
    art += rect(i * step + step * 0.22, h / 2 - tall / 2, step * 0.56, tall, colour, `rx="${n(step * 0.28)}"`)
  }
  return art
}

export function ridges(sheet: Sheet): string {
  const { w, h, u, chance, tone, palette } = sheet
  let art = ground(sheet, sheet.down([0, tone(0.02)], [1, tone(0.14)]))
  const rows = 24
  const peaks = Array.from({ length: 4 }, () => [chance.between(0.25, 0.75), chance.between(0.04, 0.1), chance.between(0.4, 1)] as const)
  const special = chance.whole(8, 16)
  for (let row = 0; row < rows; row++) {
    const y = h * (0.2 + (row / rows) * 0.72)
    let d = `M${n(-5)} ${n(y)}`
    for (let k = 0; k <= 90; k++) {
      const t = k / 90
      let lift = chance.between(0, 0.05)
      for (const [at, wide, tall] of peaks)
        lift +=
          tall *
          Math.exp(-(((t - at + Math.sin(row * 0.5 + at * 20) * 0.05) / wide) ** 2)) *
          (0.45 + 0.55 * Math.sin(row * 0.7 + at * 30) ** 2)
      d += `L${n(t * w)} ${n(y - lift * h * 0.115)}`
    }
    const colour = row === special ? palette.accent : tone(0.42 + (row / rows) * 0.55)
    art +=
      shape(`${d}V${n(y + h * 0.12)}H-5Z`, sheet.down([0, tone(0.13)], [1, tone(0.03)])) +
      line(`${d}H${w + 5}`, colour, u * (row === special ? 0.006 : 0.0034), 'stroke-linejoin="round"')
  }
  return art
}

export function record(sheet: Sheet): string {
  const { w, h, u, chance, tone, palette } = sheet
  const x = w * chance.pick([0.28, 0.5, 0.74])
  const y = h * chance.between(0.42, 0.6)
  const r = u * chance.between(0.46, 0.62)
  const circle = `M${n(x - r)} ${n(y)}A${n(r)} ${n(r)} 0 1 1 ${n(x + r)} ${n(y)}A${n(r)} ${n(r)} 0 1 1 ${n(x - r)} ${n(y)}Z`
  let art =
    ground(sheet, sheet.down([0, tone(0.9)], [1, tone(0.68)])) +
    shadow(sheet, circle, u * 0.06, 0.5, u * 0.012, u * 0.022) +
    disc(x, y, r, mix(tone(0), '#000000', 0.25))
  for (let i = 0; i < 34; i++)
    art += line(arc(x, y, r * (0.4 + (i / 34) * 0.57), 0, 6.28), tone(i % 6 === 0 ? 0.3 : 0.14), u * 0.0016, 'stroke-opacity=".8"')
  for (const turn of [0.6, 3.74])
    for (let k = 0; k < 6; k++)
      art += shape(
        polygon([
          [x, y],
          [x + Math.cos(turn - 0.05 * (k + 1)) * r, y + Math.sin(turn - 0.05 * (k + 1)) * r],
          [x + Math.cos(turn + 0.05 * (k + 1)) * r, y + Math.sin(turn + 0.05 * (k + 1)) * r],
        ]),
        tone(0.9),
        'opacity=".045"',
      )
  art += disc(x, y, r * 0.34, palette.accent) + disc(x, y, r * 0.34, sheet.down([0, '#ffffff', 0.16], [1, '#000000', 0.16]))
  art +=
    shape(`M${n(x - r * 0.34)} ${n(y)}A${n(r * 0.34)} ${n(r * 0.34)} 0 0 0 ${n(x + r * 0.34)} ${n(y)}Z`, tone(0.97)) +
    disc(x, y, r * 0.035, tone(0.05))
  const armX = x > w / 2 ? w * 0.06 : w * 0.94
  const tip = [x + (armX > x ? 1 : -1) * r * 0.52, y + r * 0.42] as const
  const arm = `M${n(armX)} ${n(h * 0.1)}L${n(armX)} ${n(h * 0.5)}L${n(tip[0])} ${n(tip[1])}`
  return (
    art +
    `<g transform="translate(${n(u * 0.012)} ${n(u * 0.02)})">${line(arm, tone(0), u * 0.016, 'stroke-opacity=".25" stroke-linejoin="round"')}</g>` +
    line(arm, tone(0.98), u * 0.013, 'stroke-linejoin="round" stroke-linecap="round"') +
    disc(armX, h * 0.1, u * 0.05, tone(0.2)) +
    disc(armX, h * 0.1, u * 0.026, tone(0.95))
  )
}

function arc(x: number, y: number, r: number, from: number, to: number): string {
  const large = to - from > Math.PI ? 1 : 0
  return `M${n(x + Math.cos(from) * r)} ${n(y + Math.sin(from) * r)}A${n(r)} ${n(r)} 0 ${large} 1 ${n(x + Math.cos(to) * r)} ${n(y + Math.sin(to) * r)}`
}

export function strands(sheet: Sheet): string {
  const { w, h, u, chance, tone, palette } = sheet
  const light = chance.yes(0.35)
  let art = ground(sheet, light ? sheet.down([0, tone(1)], [1, tone(0.9)]) : sheet.down([0, tone(0)], [1, tone(0.17)]))
  const knots = () => Array.from({ length: 5 }, () => chance.next())
  const [from, to] = [knots(), knots()]
  const count = 58
  for (let i = 0; i < count; i++) {
    const t = i / count
    const y = (k: number): number => h * (0.1 + 0.8 * ((from[k] ?? 0) * (1 - t) + (to[k] ?? 0) * t)) + Math.sin(t * 9 + k) * h * 0.03
    const d = `M-20 ${n(y(0))}C${n(w * 0.3)} ${n(y(1))} ${n(w * 0.36)} ${n(y(2))} ${n(w * 0.56)} ${n(y(3))}S${n(w * 0.86)} ${n(y(4))} ${w + 20} ${n(y(0) * 0.4 + y(2) * 0.6)}`
    const colour = i === 37 ? palette.accent : light ? tone(0.75 - t * 0.65) : tone(0.25 + t * 0.72)
    art += line(
      d,
      colour,
      u * (0.003 + 0.0055 * Math.sin(t * 3.14)),
      `stroke-linecap="round" stroke-opacity="${n(i === 37 ? 1 : 0.3 + 0.6 * Math.sin(t * 3.14))}"`,
    )
  }
  return art
}
