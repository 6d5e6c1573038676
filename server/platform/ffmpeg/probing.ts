// What is in a file of footage or sound, as ffprobe reads it, checked before anything is believed.
import { ffprobe, FfmpegFailed, type Source } from '#server/platform/ffmpeg/ffmpeg.ts'

export interface Probed {
  durationMs: number
  /** Its size is that of the picture as it is to be seen: upright, with square pixels. */
  picture?: { index: number; width: number; height: number; frameRate: number; isHdr: boolean }
  sound?: { index: number }
}

interface Stream {
  index: number
  codec_type?: string
  codec_name?: string
  width?: number
  height?: number
  sample_aspect_ratio?: string
  avg_frame_rate?: string
  r_frame_rate?: string
  duration?: string
  color_transfer?: string
  disposition?: { attached_pic?: number }
  tags?: { rotate?: string }
  side_data_list?: { rotation?: number }[]
}

/** @throws FfmpegFailed when it cannot be read, or has no length */
export async function probed(source: Source): Promise<Probed> {
  const said = (await ffprobe(source)) as { streams?: Stream[]; format?: { duration?: string } }
  const streams = said.streams ?? []
  const picture = streams.find(({ codec_type, disposition }) => codec_type === 'video' && disposition?.attached_pic !== 1)
  const sound = streams.find(({ codec_type, codec_name }) => codec_type === 'audio' && codec_name !== undefined && codec_name !== 'unknown')
  const seconds = [said.format?.duration, picture?.duration, sound?.duration].map(Number).find((length) => length > 0)
  if (!seconds || !Number.isFinite(seconds)) throw new FfmpegFailed('it has no length')
  return {
    durationMs: Math.max(1, Math.round(seconds * 1000)),
    ...(picture && { picture: seen(picture) }),
    ...(sound && { sound: { index: sound.index } }),
  }
}

function seen(stream: Stream): NonNullable<Probed['picture']> {
  const { index, width: stored = 0, height = 0 } = stream
  if (stored < 2 || height < 2) throw new FfmpegFailed('it has no size')
  const width = Math.max(2, Math.round(stored * pixelShape(stream.sample_aspect_ratio)))
  const turned = Number(stream.tags?.rotate ?? stream.side_data_list?.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0)
  const isOnItsSide = Math.abs(Math.round(turned / 90)) % 2 === 1
  return {
    index,
    width: isOnItsSide ? height : width,
    height: isOnItsSide ? width : height,
    frameRate: rateOf(stream.avg_frame_rate) ?? rateOf(stream.r_frame_rate) ?? 30,
    isHdr: stream.color_transfer === 'smpte2084' || stream.color_transfer === 'arib-std-b67',
  }
}

/** How much wider than high a pixel is shown. */
function pixelShape(ratio: string | undefined): number {
  const [across = 1, down = 1] = (ratio ?? '').split(':').map(Number)
  const shape = across / down
  return shape >= 0.1 && shape <= 10 ? shape : 1
}

/** "30000/1001" as a number. Undefined for what is none, or none that a camera makes: 1000 is what is said of Matroska that does not say. */
function rateOf(fraction: string | undefined): number | undefined {
  const [over = 0, under = 1] = (fraction ?? '').split('/').map(Number)
  const rate = over / under
  return rate >= 1 && rate < 1000 ? rate : undefined
}
