// Makes web/public/card.jpg again: the site's own picture, for cards elsewhere that lead to a page without an open work. Drawn by the town's art.
import sharp from 'sharp'
import { drawSvg } from '#database/town/art/draw.ts'

const svg = drawSvg({ scene: 'ghostLight', palette: 'slate', seed: 'card', width: 1200, height: 630 })
await sharp(Buffer.from(svg))
  .jpeg({ quality: 80, mozjpeg: true })
  .toFile(`${import.meta.dirname}/../web/public/card.jpg`)
