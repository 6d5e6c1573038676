/** Does something again and again in this process, each time so long after the last was over, until it is stopped. @param onError said each time it goes wrong */
export function repeatedly(restMs: number, onError: (error: unknown) => void, act: () => Promise<void>): { stop: () => Promise<void> } {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let wake = () => {}
  const acting = (async () => {
    while (!isStopped) {
      try {
        await act()
      } catch (error) {
        onError(error)
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
