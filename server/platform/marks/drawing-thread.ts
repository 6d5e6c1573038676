// A thread of marks.ts: draws what it is asked to.
import { parentPort } from 'node:worker_threads'
import { draw, type Encoding, type Mark } from '#server/platform/marks/drawing.ts'

parentPort?.on('message', ({ picture, mark, encoding }: { picture: string | Uint8Array; mark: Mark; encoding: Encoding }) => {
  draw(picture, mark, encoding).then(
    (answer) => parentPort?.postMessage({ answer }, answer ? [answer.buffer] : []),
    (error: unknown) => parentPort?.postMessage({ failed: String(error) }),
  )
})
