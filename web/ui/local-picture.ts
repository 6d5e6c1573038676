import { useEffect, useMemo } from 'react'

/** A chosen picture straight from memory, let go of with whoever shows it. What browsers do not draw (a PDF) has none. */
export function useLocalPicture(file: File | null): string | undefined {
  const url = useMemo(() => (file && /^image\/(jpeg|png|webp|gif)$/.test(file.type) ? URL.createObjectURL(file) : undefined), [file])
  useEffect(() => {
    if (url) return () => URL.revokeObjectURL(url)
  }, [url])
  return url
}
