import { sparingly, type Say } from '#server/platform/jobs/sparingly.ts'

/** Does something again and again in this process, each time so long after the last was over, until it is stopped. @param onError said when it begins to go wrong, now and then while it does, and when it is over */
export function repeatedly(restMs: number, onError: Say, act: () => Promise<void>): { stop: () => Promise<void> } {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let wake = () => {}
  const { wrong, well } = sparingly(onError)
  const acting = (async () => {
    while (!isStopped) {
      try {
        await act()
        well()
      } catch (error) {
        wrong(error)
      }
      if (isStopped) return
      await new Promise<void>((resolve) => {
        wake = resolve
        timer = setTimeout(resolve, restMs)
      })
    }
  })()
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      wake()
      await acting
    },
  }
}
