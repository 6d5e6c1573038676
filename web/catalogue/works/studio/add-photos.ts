import { useTranslation } from '#web/app/say.ts'
import { useApi } from '#web/app/session.tsx'
import { purposeOf } from '#web/media/uploads/purposes.ts'
import { addFiles, type MediaItem } from '#web/media/uploads/uploads.ts'
import { useToast } from '#web/ui/Toast.tsx'

type AddPhotosProps = {
  list: string
  photos: readonly MediaItem[]
  most: number
  /** Whose words: the beginning of their keys. */
  words: 'composer' | 'galleryStudio'
}

/** Takes pictures for a list, as many as there is room for; says so when some stay out. */
export function useAddPhotos({ list, photos, most, words }: AddPhotosProps): (files: readonly File[]) => void {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  return (files) => {
    const pictures = files.filter((file) => purposeOf(file) === 'photo')
    const room = most - photos.length
    if (pictures.length > room) toast.show(t(`${words}.noRoom`, { count: most }))
    else if (pictures.length < files.length) toast.show(t(`${words}.onlyPhotos`))
    if (room > 0) addFiles(list, pictures.slice(0, room), { purpose: 'photo', api, failedWord: t('composer.failed') })
  }
}
