// The town's colours. Each palette runs from the darkest tone to the paper itself, with one accent that is used once.

export interface Palette {
  tones: readonly [string, string, string, string, string]
  accent: string
}

export const palettes = {
  dusk: { tones: ['#171a35', '#4a2f4c', '#b65c55', '#eeaa76', '#fae3c4'], accent: '#e4573d' },
  tide: { tones: ['#04202d', '#0b4c5e', '#2f8c95', '#9dd2c9', '#f3ecd8'], accent: '#e8825a' },
  ink: { tones: ['#15181c', '#41464c', '#8d8a85', '#cdc6b8', '#f1ece2'], accent: '#a8322a' },
  velvet: { tones: ['#17040a', '#560d1d', '#9c1f37', '#d65a56', '#f6c4a4'], accent: '#f2b04a' },
  forest: { tones: ['#0b1c18', '#1b4437', '#4a8359', '#aec488', '#f2eecb'], accent: '#d9803a' },
  violet: { tones: ['#110d28', '#352763', '#7456af', '#cc9acd', '#fbe2e6'], accent: '#f0b35c' },
  amber: { tones: ['#1a1005', '#55320d', '#b06d1a', '#ecb04c', '#fdeac0'], accent: '#c4432c' },
  slate: { tones: ['#0a0e13', '#1c2833', '#3f5567', '#8ca4b4', '#e2e9ed'], accent: '#e9b45f' },
  rose: { tones: ['#2a1320', '#6d3350', '#b9678a', '#e8b2bb', '#fbeee9'], accent: '#d94f4f' },
  harbor: { tones: ['#0c1730', '#1f3b6b', '#4c78a8', '#a9c4d8', '#f4efe4'], accent: '#ec6a4c' },
  celadon: { tones: ['#12241f', '#31564c', '#6f9d8c', '#b7d3c2', '#f1f2e4'], accent: '#c8553d' },
  persimmon: { tones: ['#2b120b', '#7a2d17', '#cf5c2c', '#f2a765', '#fcecd6'], accent: '#1f6a72' },
} as const satisfies Record<string, Palette>

export type PaletteName = keyof typeof palettes

const channel = (colour: string, index: number): number => Number.parseInt(colour.slice(1 + index * 2, 3 + index * 2), 16)

/** A colour `share` (0..1) of the way from `from` to `to`. */
export function mix(from: string, to: string, share: number): string {
  const part = (index: number) => Math.round(channel(from, index) * (1 - share) + channel(to, index) * share)
  return `#${[0, 1, 2].map((index) => part(index).toString(16).padStart(2, '0')).join('')}`
}

/** The palette read as a ramp: 0 is its night, 1 its paper. */
export function toneOf(palette: Palette, lightness: number): string {
  const place = Math.max(0, Math.min(3.9999, lightness * 4))
  const index = Math.floor(place)
  const from = palette.tones[index] ?? palette.tones[0]
  return mix(from, palette.tones[index + 1] ?? from, place - index)
}
