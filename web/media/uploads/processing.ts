// What the server makes of files that have arrived: asked every few seconds while it works, and at once when it says that it is done.
import { useCallback, useEffect, useRef } from 'react'
import type { Api } from '#contract/client.ts'
import { usePush } from '#web/app/pushes.ts'
import { refresh } from '#web/app/query.ts'
import { useApi } from '#web/app/session.tsx'
import { allItems, itemsFrom, itemsOf, settle, watch } from '#web/media/uploads/uploads.ts'

const askEveryMs = 2500

function waiting(): string[] {
  const ids = allItems().flatMap(({ item }) => (item.state === 'processing' && item.fileId ? [item.fileId] : []))
  return [...new Set(ids)]
}

async function look(api: Api): Promise<void> {
  for (const id of waiting()) {
    try {
      const { status, progress } = await api.uploads.status({ id })
      if (status === 'created' || status === 'processing') settle(id, { percent: progress })
      else await arrive(api, id)
    } catch {
      // The next look asks again.
    }
  }
}

async function arrive(api: Api, id: string): Promise<void> {
  const [item] = itemsFrom([await api.uploads.one({ id })])
  if (!item) return
  const { state, percent, picture, blur, width, height, duration, failure } = item
  settle(id, { state, percent, width, height, duration, failure, ...(picture && { picture }), ...(blur && { blur }) })
  void refresh('uploads.library')
}

/** Wherever creators work: what is processed becomes ready by itself. */
export function useProcessing(): void {
  const api = useApi()
  const isLooking = useRef(false)
  const go = useCallback(async () => {
    if (isLooking.current || waiting().length === 0) return
    isLooking.current = true
    await look(api)
    isLooking.current = false
  }, [api])
  useEffect(() => {
    const timer = setInterval(() => void go(), askEveryMs)
    return () => clearInterval(timer)
  }, [go])
  usePush('file/status', () => void go())
}

/** Resolves when the server works on nothing of this list any more; rejects after a while. */
export function untilProcessed(list: string, mostMs = 180_000): Promise<void> {
  const isDone = () => itemsOf(list).every(({ state }) => state !== 'processing')
  if (isDone()) return Promise.resolve()
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer)
      stop()
      done()
    }
    // The call that follows refuses what still is not ready.
    const timer = setTimeout(end, mostMs)
    const stop = watch(() => isDone() && end())
  })
}
