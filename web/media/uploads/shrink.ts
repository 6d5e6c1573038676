/** Pixels of the light copy that tiles show, and of the one that is blurred by being drawn large again. */
const tileSide = 320
const blurSide = 12

/** Two light copies of a picture, as data URLs that survive a reload, and its size. Fails for what this browser cannot draw. */
export async function shrink(file: File): Promise<{ picture: string; blur: string; width: number; height: number }> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    return { picture: drawn(bitmap, tileSide), blur: drawn(bitmap, blurSide), width: bitmap.width, height: bitmap.height }
  } finally {
    bitmap.close()
  }
}

function drawn(bitmap: ImageBitmap, side: number): string {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const brush = canvas.getContext('2d')
  if (!brush) throw new Error('no canvas')
  brush.imageSmoothingQuality = 'high'
  brush.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/jpeg', 0.8)
}
