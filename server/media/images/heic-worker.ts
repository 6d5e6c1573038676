// The thread of heic.ts: ends with 0 when the file has become a JPEG.
import { readFile, rename } from 'node:fs/promises'
import { workerData } from 'node:worker_threads'
import decode from 'heic-decode'
import sharp from 'sharp'

const { path, mostPixels } = workerData as { path: string; mostPixels: number }

const images = await decode.all({ buffer: await readFile(path) })
const [first] = images
if (!first || first.width * first.height > mostPixels) throw new Error('not a picture of a size that we read')
const { width, height, data } = await first.decode()
const raw = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
await sharp(raw, { raw: { width, height, channels: 4 } })
  .flatten({ background: '#ffffff' })
  .jpeg({ quality: 95 })
  .toFile(`${path}.jpg`)
await rename(`${path}.jpg`, path)
