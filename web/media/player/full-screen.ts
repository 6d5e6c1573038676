// Full screen and a picture apart, as far as a browser has them.

/** The picture with everything over it fills the screen, or does not any more. iPhones give full screen to the film itself only. */
export async function fills(frame: HTMLElement | null, video: PhoneVideo | null): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen()
  // What a browser does not let happen just now does not happen.
  else if (frame?.requestFullscreen) await frame.requestFullscreen().catch(() => undefined)
  else video?.webkitEnterFullscreen?.()
}

type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

/** In the browser only. */
export const mayStandApart = (): boolean => document.pictureInPictureEnabled === true

export async function apart(video: HTMLVideoElement | null): Promise<void> {
  if (document.pictureInPictureElement) await document.exitPictureInPicture()
  else await video?.requestPictureInPicture?.().catch(() => undefined)
}
