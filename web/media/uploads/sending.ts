// How a file goes up: a small one whole, by the row of its purpose; a large one in pieces, by the tus protocol, which goes on after a lost
// connection, a pause or a reload. The protocol's client is fetched with the first large file.
import type { Upload } from 'tus-js-client'
import type { Api, CallOptions } from '#contract/client.ts'
import type { LibraryFile, UploadedFile } from '#contract/media/uploads.ts'

export type UploadPurpose = LibraryFile['purpose']

const smallBytes = 8 * 1024 * 1024
const pieceBytes = 8 * 1024 * 1024
/** A connection that is away this long in all is told; what went up stays up. */
const retryDelays = [500, 2000, 5000, 10_000, 20_000]

export function wantsPieces(purpose: UploadPurpose, file: Pick<File, 'size'>): boolean {
  if (purpose === 'photo' || purpose === 'thumbnail') return false
  return purpose === 'download' || file.size > smallBytes
}

export function sendWhole(api: Api, purpose: UploadPurpose, file: File, options: CallOptions): Promise<UploadedFile> {
  switch (purpose) {
    case 'photo':
      return api.feeds.uploadPhoto({ file }, options)
    case 'thumbnail':
      return api.feeds.uploadThumbnail({ file }, options)
    case 'video':
      return api.feeds.uploadVideo({ file }, options)
    case 'audio':
      return api.feeds.uploadAudio({ file }, options)
    case 'teaser':
      return api.feeds.uploadTeaser({ file }, options)
    case 'download':
      throw new Error('a download goes up in pieces')
  }
}

/** Something that goes up. */
export interface Going {
  /** Starts it or goes on; answers the file's id, or undefined when it was paused or cancelled meanwhile. */
  go: () => Promise<string | undefined>
  pause: () => void
  /** For good: the server forgets its pieces. */
  cancel: () => void
}

interface Way {
  purpose: UploadPurpose
  failedWord: string
  onProgress: (fraction: number) => void
}

export async function sendInPieces(file: File, { purpose, failedWord, onProgress }: Way): Promise<Going> {
  const { DetailedError, Upload: Sender } = await import('tus-js-client')
  let settle: { done: (fileId: string | undefined) => void; failed: (error: Error) => void } | undefined
  const upload: Upload = new Sender(file, {
    endpoint: '/api/uploads',
    metadata: { purpose, filename: file.name },
    headers: { 'content-language': document.documentElement.lang },
    chunkSize: pieceBytes,
    retryDelays,
    removeFingerprintOnSuccess: true,
    onProgress: (sent, all) => onProgress(all === 0 ? 0 : sent / all),
    // The last answer names the file; an upload that has become a file has that file's id anyhow.
    onSuccess: ({ lastResponse }) => settle?.done(lastResponse.getHeader('Upload-File-Id') ?? upload.url?.split('/').at(-1)),
    onError: (error) => settle?.failed(new Error(error instanceof DetailedError ? sentenceIn(error, failedWord) : failedWord)),
  })
  const [before] = (await upload.findPreviousUploads()).filter(({ metadata }) => metadata['purpose'] === purpose)
  if (before) upload.resumeFromPreviousUpload(before)
  return {
    go: () =>
      new Promise((done, failed) => {
        settle = { done, failed }
        upload.start()
      }),
    pause() {
      void upload.abort()
      settle?.done(undefined)
    },
    cancel() {
      void upload.abort(true).catch(() => {})
      settle?.done(undefined)
    },
  }
}

/** The server's sentence for a person, where it sent one. */
function sentenceIn(error: { originalResponse: { getBody: () => string } | null }, otherwise: string): string {
  try {
    const body: unknown = JSON.parse(error.originalResponse?.getBody() ?? '')
    return typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string' ? body.message : otherwise
  } catch {
    return otherwise
  }
}
