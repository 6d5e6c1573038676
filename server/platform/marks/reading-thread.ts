// A thread of marks.ts: compares a found picture with one of ours.
import { parentPort } from 'node:worker_threads'
import { read, type Question } from '#server/platform/marks/reading.ts'

parentPort?.on('message', (question: Question) => {
  read(question).then(
    (answer) => parentPort?.postMessage({ answer }),
    (error: unknown) => parentPort?.postMessage({ failed: String(error) }),
  )
})
