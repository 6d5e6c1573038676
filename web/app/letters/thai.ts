import ranges from '@fontsource-variable/noto-sans-thai/unicode.json' with { type: 'json' }
import { slicesOf } from '#web/app/letters/slices.ts'

export const slices = slicesOf(
  import.meta.glob<string>('/node_modules/@fontsource-variable/noto-sans-thai/files/noto-sans-thai-thai-wght-normal.woff2', {
    query: '?url&no-inline',
    import: 'default',
    eager: true,
  }),
  ranges,
)
