// The addresses of pictures. A protected one is signed over the file, the rendition, its expiry and its viewer; who asks is
// read from the session and never from the address, so an address that was passed on opens nothing for anybody else.
import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto'
import { secretFor } from '#server/platform/config/keys.ts'

/** Addresses change once in a window, so that a browser can keep what it has loaded; one is good for 5 to 15 minutes. */
const windowSeconds = 600
const validSeconds = 900

/** Faces and covers: the same for everyone and for ever, because a new picture is a new file. */
export function publicUrl(fileId: string, rendition: string): string {
  return `/media/${fileId}/${rendition}`
}

/**
 * @param viewerId undefined: for visitors, which only a public preview is ever served to
 * @param extraSeconds for what is asked for over a longer time than others
 */
export function signedUrl(fileId: string, rendition: string, viewerId: string | undefined, now: Date, extraSeconds = 0): string {
  const seconds = Math.floor(now.getTime() / 1000)
  const expiry = String(seconds - (seconds % windowSeconds) + validSeconds + extraSeconds)
  return `/media/${fileId}/${rendition}?e=${expiry}&s=${signature(fileId, rendition, expiry, viewerId)}`
}

/** An address that is good for exactly so long from now: for what is fetched once and not shown. */
export function signedFor(
  fileId: string,
  rendition: string,
  viewerId: string,
  now: Date,
  seconds: number,
): { url: string; expiresAt: Date } {
  const expiry = String(Math.floor(now.getTime() / 1000) + seconds)
  return {
    url: `/media/${fileId}/${rendition}?e=${expiry}&s=${signature(fileId, rendition, expiry, viewerId)}`,
    expiresAt: new Date(Number(expiry) * 1000),
  }
}

export interface Address {
  fileId: string
  rendition: string
  expiry: string
  signature: string
}

/** True for an address that we made for this viewer and that has not run out. */
export function isGood(address: Address, viewerId: string | undefined, now: Date): boolean {
  if (Number(address.expiry) * 1000 <= now.getTime()) return false
  const given = Buffer.from(address.signature)
  const wanted = Buffer.from(signature(address.fileId, address.rendition, address.expiry, viewerId))
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

function signature(fileId: string, rendition: string, expiry: string, viewerId: string | undefined): string {
  return createHmac('sha256', key())
    .update(`${fileId} ${rendition} ${expiry} ${viewerId ?? 'public'}`)
    .digest('base64url')
}

let made: KeyObject | undefined
/** Made once, as a key object: a page of twenty posts signs a hundred addresses, and from plain bytes each takes six times as long. */
function key(): KeyObject {
  return (made ??= createSecretKey(secretFor('media')))
}
