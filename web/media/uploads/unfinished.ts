// Large uploads that a reload, a crash or a closed tab cut off. The server keeps their pieces, this browser remembers their names; whoever
// picks the same file again goes on where it stopped.
export interface Unfinished {
  key: string
  name: string
  bytes: number
  purpose: string
}

export async function findUnfinished(): Promise<Unfinished[]> {
  const { defaultOptions } = await import('tus-js-client')
  const found = await defaultOptions.urlStorage.findAllUploads()
  return found.flatMap(({ urlStorageKey, metadata, size }) =>
    size === null ? [] : [{ key: urlStorageKey, name: metadata['filename'] ?? '', bytes: size, purpose: metadata['purpose'] ?? '' }],
  )
}

/** Not wanted any more, here and on the server, where it would go on counting as one of the few that one may have begun. */
export async function forgetUnfinished(key: string): Promise<void> {
  const { defaultOptions, Upload } = await import('tus-js-client')
  const all = await defaultOptions.urlStorage.findAllUploads()
  const address = all.find(({ urlStorageKey }) => urlStorageKey === key)?.uploadUrl
  // What cannot be said now, or is gone there already, the server finds out by itself after two days.
  if (address) await Upload.terminate(address, { retryDelays: [500, 2000] }).catch(() => {})
  await defaultOptions.urlStorage.removeUpload(key)
}
