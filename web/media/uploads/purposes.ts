import type { UploadPurpose } from '#web/media/uploads/sending.ts'

/** What the pickers of each purpose offer. The server looks at what a file is, and not at its name. */
export const accepts: Readonly<Record<UploadPurpose, string>> = {
  photo: 'image/jpeg,image/png,image/webp,image/heic,image/heif',
  thumbnail: 'image/jpeg,image/png,image/webp,image/heic,image/heif',
  video: 'video/mp4,video/quicktime,video/webm',
  teaser: 'video/mp4,video/quicktime,video/webm',
  audio: 'audio/mpeg,audio/mp4,audio/x-m4a,audio/wav,audio/x-wav',
  download: '*/*',
}

/** What a file that was dropped somewhere is for; undefined for what nobody can publish. */
export function purposeOf(file: Pick<File, 'type' | 'name'>): 'photo' | 'video' | 'audio' | undefined {
  if (file.type.startsWith('image/') || /\.hei[cf]$/i.test(file.name)) return 'photo'
  if (file.type.startsWith('video/') || /\.(mp4|mov|webm)$/i.test(file.name)) return 'video'
  if (file.type.startsWith('audio/') || /\.(mp3|m4a|wav)$/i.test(file.name)) return 'audio'
  return undefined
}
