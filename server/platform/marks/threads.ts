// Threads that are asked one question at a time, and answer it or say why not. What holds a core for long is done there, so that calls go
// on being answered meanwhile. A thread that has rested for a while ends; one that takes too long is ended.
import { Worker } from 'node:worker_threads'
import { semaphore } from '#server/platform/semaphore/semaphore.ts'

export interface Threads<Question, Answer> {
  ask(question: Question): Promise<Answer>
}

type Answered<Answer> = { answer: Answer } | { failed: string }

const restMs = 30_000

export function threads<Question, Answer>(
  file: URL,
  { most, longestMs, memoryMb }: { most: number; longestMs: number; memoryMb: number },
): Threads<Question, Answer> {
  const turns = semaphore(most)
  const resting: { worker: Worker; timer: NodeJS.Timeout }[] = []

  const forget = (worker: Worker) => {
    const at = resting.findIndex((each) => each.worker === worker)
    if (at >= 0) resting.splice(at, 1)
  }
  const begin = (): Worker => {
    const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
    // One that dies while it rests is no failure of anybody's question.
    return worker.on('error', () => {}).on('exit', () => forget(worker))
  }
  const take = (): Worker => {
    const rested = resting.pop()
    if (!rested) return begin()
    clearTimeout(rested.timer)
    rested.worker.ref()
    return rested.worker
  }
  const rest = (worker: Worker) => {
    // Neither of the two keeps a process from ending.
    worker.unref()
    const timer = setTimeout(() => {
      forget(worker)
      void worker.terminate()
    }, restMs).unref()
    resting.push({ worker, timer })
  }
  return {
    ask: (question) =>
      turns.run(async () => {
        const worker = take()
        try {
          const answered = await answerOf<Answer>(worker, question, longestMs)
          rest(worker)
          if ('failed' in answered) throw new Error(answered.failed)
          return answered.answer
        } catch (error) {
          if (!resting.some((each) => each.worker === worker)) void worker.terminate()
          throw error
        }
      }),
  }
}

function answerOf<Answer>(worker: Worker, question: unknown, longestMs: number): Promise<Answered<Answer>> {
  return new Promise((done, failed) => {
    const timer = setTimeout(() => end(() => failed(new Error('the thread took too long'))), longestMs)
    const ended = () => end(() => failed(new Error('the thread ended')))
    const broken = (error: Error) => end(() => failed(error))
    const answered = (answer: Answered<Answer>) => end(() => done(answer))
    const end = (settle: () => void) => {
      clearTimeout(timer)
      worker.off('exit', ended).off('error', broken).off('message', answered)
      settle()
    }
    worker.on('exit', ended).on('error', broken).on('message', answered)
    worker.postMessage(question)
  })
}
