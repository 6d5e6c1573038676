// Run by tests as a program: FFmpeg's own WHIP muxer sends a drawn picture and a tone, as an encoder that none of us wrote.
// Arguments: the WHIP address and the bearer token.
import { Decoder, Demuxer, Encoder, Muxer, pipeline } from 'node-av/api'
import { FF_ENCODER_LIBOPUS, FF_ENCODER_LIBX264 } from 'node-av/constants'

const [address = '', authorization = ''] = process.argv.slice(2)

const picture = await Demuxer.open('testsrc2=size=640x360:rate=25,realtime', { format: 'lavfi' })
const tone = await Demuxer.open('sine=frequency=440:sample_rate=48000,aformat=channel_layouts=stereo,arealtime', { format: 'lavfi' })
const muxer = await Muxer.open(address, { format: 'whip', options: { authorization } })
const video = await decoderOf(picture.video())
const audio = await decoderOf(tone.audio())
const h264 = await Encoder.create(FF_ENCODER_LIBX264, {
  decoder: video,
  // A keyframe every second: this muxer does not answer who asks for one.
  context: { bitRate: '800k', gopSize: 25, maxBFrames: 0 },
  options: { preset: 'ultrafast', profile: 'baseline', tune: 'zerolatency' },
})
const opus = await Encoder.create(FF_ENCODER_LIBOPUS, { decoder: audio, context: { bitRate: '64k' } })
const sending = pipeline({ video: picture, audio: tone }, { video: [video, h264], audio: [audio, opus] }, muxer)
// Whoever started it has gone, or has seen enough: the end of WHIP is said.
process.stdin.resume().once('end', () => sending.stop())
await sending.completion
await muxer.close()
process.exit(0)

async function decoderOf(stream: Parameters<typeof Decoder.create>[0] | undefined) {
  if (!stream) throw new Error('nothing is drawn')
  return Decoder.create(stream)
}
