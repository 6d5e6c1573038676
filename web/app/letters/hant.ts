import ranges from '@fontsource-variable/noto-sans-tc/unicode.json' with { type: 'json' }
import { slicesOf } from '#web/app/letters/slices.ts'

export const slices = slicesOf(
  import.meta.glob<string>('/node_modules/@fontsource-variable/noto-sans-tc/files/noto-sans-tc-[0-9]*-wght-normal.woff2', {
    query: '?url&no-inline',
    import: 'default',
    eager: true,
  }),
  ranges,
)
