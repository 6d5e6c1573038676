// Avatar marks: one clear figure each, readable at 24 px, drawn on a square of 80.
import { type Palette, toneOf } from './palettes.ts'

type Mark = (palette: Palette) => string

const tone = toneOf
const back = (fill: string): string => `<rect width="80" height="80" fill="${fill}"/>`

export const marks = {
  sea: (p) =>
    `${back(tone(p, 1))}<circle cx="52" cy="29" r="12" fill="${tone(p, 0.5)}"/><path d="M0 50Q22 34 44 48T80 44V80H0Z" fill="${tone(p, 0.75)}"/><path d="M0 63Q26 47 48 61T80 57V80H0Z" fill="${tone(p, 0.25)}"/>`,
  moon: (p) =>
    `${back(tone(p, 0.25))}<circle cx="42" cy="39" r="21" fill="${tone(p, 1)}"/><circle cx="51" cy="32" r="19" fill="${tone(p, 0.25)}"/>`,
  arch: (p) =>
    `${back(tone(p, 0.02))}<path d="M16 80V42a24 24 0 0 1 48 0V80Z" fill="${tone(p, 0.5)}"/><path d="M28 80V47a12 12 0 0 1 24 0V80Z" fill="${tone(p, 1)}"/>`,
  leaf: (p) =>
    `${back(tone(p, 0.25))}<path d="M21 61C15 30 36 17 63 17C63 44 50 64 21 61Z" fill="${tone(p, 0.75)}"/><path d="M21 61L53 28" stroke="${tone(p, 0.25)}" stroke-width="3.2" fill="none"/>`,
  beam: (p) =>
    `${back(tone(p, 0.02))}<path d="M35 0h10l23 64H12Z" fill="${tone(p, 0.68)}" opacity=".8"/><ellipse cx="40" cy="64" rx="28" ry="7.5" fill="${tone(p, 1)}"/>`,
  fold: (p) =>
    [0.2, 0.42, 0.62, 0.42, 0.22].map((light, i) => `<rect x="${i * 16}" width="17" height="80" fill="${tone(p, light)}"/>`).join(''),
  wave: (p) =>
    `${back(tone(p, 0.03))}<g fill="none" stroke-width="5" stroke-linecap="round">${[0, 1, 2, 3].map((i) => `<path d="M-8 ${25 + i * 13}q12-13 24 0t24 0t24 0t24 0" stroke="${tone(p, 0.4 + i * 0.19)}"/>`).join('')}</g>`,
  ring: (p) =>
    `${back(tone(p, 0.75))}<circle cx="40" cy="40" r="22" fill="none" stroke="${tone(p, 0.03)}" stroke-width="9"/><circle cx="40" cy="40" r="6.5" fill="${p.accent}"/>`,
  keys: (p) =>
    `${back(tone(p, 0.98))}${[0, 1, 2].map((i) => `<rect x="${i * 20 + 19}" width="2" height="80" fill="${tone(p, 0.25)}"/>`).join('')}<rect x="13" width="14" height="48" fill="${tone(p, 0.04)}"/><rect x="33" width="14" height="48" fill="${p.accent}"/><rect x="53" width="14" height="48" fill="${tone(p, 0.04)}"/>`,
  star: (p) =>
    `${back(tone(p, 0.06))}<path d="M40 12C42 32 48 38 68 40C48 42 42 48 40 68C38 48 32 42 12 40C32 38 38 32 40 12Z" fill="${tone(p, 0.95)}"/><circle cx="61" cy="20" r="4" fill="${p.accent}"/>`,
  lantern: (p) =>
    `${back(tone(p, 0.12))}<ellipse cx="40" cy="41" rx="21" ry="19" fill="${tone(p, 0.82)}"/><path d="M21 34Q40 40 59 34M19 43Q40 50 61 43M24 53Q40 58 56 53" stroke="${tone(p, 0.45)}" stroke-width="2" fill="none"/><path d="M33 20h14v4H33zM33 58h14v4H33z" fill="${tone(p, 0.02)}"/><path d="M40 62v12" stroke="${p.accent}" stroke-width="3"/>`,
  crane: (p) =>
    `${back(tone(p, 0.96))}<path d="M12 30L40 58L62 22Z" fill="${tone(p, 0.6)}"/><path d="M40 58L62 22L70 46Z" fill="${tone(p, 0.3)}"/><path d="M12 30L40 58L30 64Z" fill="${p.accent}"/>`,
  parasol: (p) =>
    `${back(tone(p, 0.9))}${Array.from({ length: 8 }, (_, k) => `<path d="M40 40L${40 + 28 * Math.cos(k * 0.7854)} ${40 + 28 * Math.sin(k * 0.7854)}L${40 + 28 * Math.cos((k + 1) * 0.7854)} ${40 + 28 * Math.sin((k + 1) * 0.7854)}Z" fill="${tone(p, k % 2 ? 0.3 : 0.5)}"/>`).join('')}<circle cx="40" cy="40" r="5" fill="${p.accent}"/>`,
  door: (p) =>
    `${back(tone(p, 0.04))}<path d="M24 70V14h32v56z" fill="${tone(p, 0.95)}"/><path d="M24 14l17 6v56l-17-6z" fill="${tone(p, 0.42)}"/><circle cx="36.500" cy="47" r="2.200" fill="${p.accent}"/>`,
  drop: (p) =>
    `${back(tone(p, 0.5))}<path d="M40 12C52 30 60 38 60 49a20 20 0 0 1-40 0C20 38 28 30 40 12Z" fill="${tone(p, 0.95)}"/><path d="M30 50a11 11 0 0 0 9 11" stroke="${tone(p, 0.5)}" stroke-width="4" fill="none" stroke-linecap="round"/>`,
  hill: (p) =>
    `${back(tone(p, 0.97))}<circle cx="26" cy="26" r="9" fill="${p.accent}"/><path d="M-4 72L30 34L46 54L58 42L84 72V80H-4Z" fill="${tone(p, 0.3)}"/><path d="M-4 80L22 58L60 80Z" fill="${tone(p, 0.1)}"/>`,
} satisfies Record<string, Mark>

export type MarkName = keyof typeof marks
