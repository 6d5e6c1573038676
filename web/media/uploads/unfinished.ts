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

/** Not wanted any more: the server forgets the pieces by itself after a while. */
export async function forgetUnfinished(key: string): Promise<void> {
  const { defaultOptions } = await import('tus-js-client')
  await defaultOptions.urlStorage.removeUpload(key)
}
