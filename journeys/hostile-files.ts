// What somebody sends who means harm: files that are not what they are called, ask for others, claim too much or are broken.
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { clip, tone } from '#server/media/footage/testing.ts'

export type HostileFile = [name: string, bytes: Buffer, called: string]

/** @param bait an address at which somebody counts who calls */
export async function hostileFiles(bait: string): Promise<HostileFile[]> {
  const [film, upright, song, jpeg] = [
    await clip(),
    await clip({ name: 'film.webm' }),
    await tone(),
    await sharp({ create: { width: 64, height: 64, channels: 3, background: '#456' } })
      .jpeg()
      .toBuffer(),
  ]
  const changed = (bytes: Buffer, change: (copy: Buffer) => void) => {
    const copy = Buffer.from(bytes)
    change(copy)
    return copy
  }
  const text = (words: string) => Buffer.from(words)
  return [
    ['a picture that is a script', text(`GIF89a/*${' '.repeat(50)}*/=1;fetch("${bait}")//`), 'x.jpg'],
    [
      'a PNG that is a page',
      Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), text(`<html><script src="${bait}"></script>`)]),
      'x.png',
    ],
    [
      'a drawing that asks outside',
      text(
        `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="${bait}"/><use href="file:///etc/passwd#x"/></svg>`,
      ),
      'x.jpg',
    ],
    [
      'a playlist',
      text(`#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10,\n${bait}\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n`),
      'x.mp4',
    ],
    ['a playlist within a playlist', text(`#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nconcat:${bait}|file:///etc/passwd\n`), 'x.mov'],
    [
      'a manifest',
      text(
        `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"><Period><AdaptationSet><Representation id="1" bandwidth="1"><BaseURL>${bait}</BaseURL><SegmentBase/></Representation></AdaptationSet></Period></MPD>`,
      ),
      'x.mp4',
    ],
    ['a list of parts', text(`ffconcat version 1.0\nfile '${bait}'\nfile '/etc/passwd'\n`), 'x.mp4'],
    ['a session description', text(`v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n`), 'x.mp4'],
    ['an ASF reference', text(`[Reference]\nRef1=${bait}\n`), 'x.mp3'],
    ['a film whose data lie elsewhere', changed(film, (copy) => copy.writeUInt32BE(0, copy.indexOf('url ') + 4)), 'x.mp4'],
    [
      'a film that is a reference to another',
      changed(film, (copy) => copy.write('rmra', copy.indexOf('udta') >= 0 ? copy.indexOf('udta') : copy.indexOf('mvhd'), 'latin1')),
      'x.mov',
    ],
    ['a film that claims 900 million pixels', changed(film, claimLarge), 'x.mp4'],
    ['a PNG that claims 900 million pixels', pngClaiming(30_000, 30_000), 'x.png'],
    ['a WebP that claims 268 million pixels', webpClaiming(), 'x.webp'],
    ['half a film', film.subarray(0, film.length / 2), 'x.mp4'],
    ['a film without its index', changed(film, (copy) => copy.write('free', copy.indexOf('moov'), 'latin1')), 'x.mp4'],
    ['the beginning of a webm', upright.subarray(0, 200), 'x.webm'],
    ['half a picture', jpeg.subarray(0, jpeg.length / 2), 'x.jpg'],
    ['the beginning of a song', song.subarray(0, 60), 'x.mp3'],
    ['a program', Buffer.concat([Buffer.from('7f454c4602010100', 'hex'), Buffer.alloc(200)]), 'x.mp4'],
    [
      'a film with damaged pictures',
      changed(film, (copy) =>
        copy.fill(
          0xff,
          copy.indexOf('mdat') + 4,
          copy.indexOf('mdat') + 4 + Math.floor((copy.indexOf('moov') - copy.indexOf('mdat')) * 0.98),
        ),
      ),
      'x.mp4',
    ],
    ['nothing', Buffer.alloc(0), 'x.mp4'],
    ['noise', Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 7919) % 251)), '../../../etc/cron.d/x\u202E4pm.exe'],
  ]
}

/** A download is handed out as it came, and only to be saved: what no browser opens and no system runs may be one. */
export const isHarmless = (name: string, purpose: string) =>
  purpose === 'download' && !/drawing|page|program|nothing|PNG that is/.test(name)

/** The size of its track and of its pictures. */
function claimLarge(film: Buffer): void {
  const entry = film.indexOf('avc1', film.indexOf('stsd'))
  film.writeUInt16BE(30_000, entry + 28)
  film.writeUInt16BE(30_000, entry + 30)
  const track = film.indexOf('tkhd')
  film.writeUInt32BE(30_000 * 65_536, track + 4 + 76)
  film.writeUInt32BE(30_000 * 65_536, track + 4 + 80)
  // A parameter set that cannot be read: only the claim is left.
  const parameters = film.indexOf('avcC') + 4
  film.fill(0xff, parameters + 8, parameters + 20)
}

function pngClaiming(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** 16,383 pixels square, the most that its header can say, and nothing behind it. */
function webpClaiming(): Buffer {
  const body = Buffer.concat([Buffer.from('VP8L'), Buffer.from([10, 0, 0, 0, 0x2f, 0xff, 0xff, 0xff, 0x0f, 0, 0, 0, 0, 0])])
  const riff = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  riff.writeUInt32LE(body.length + 4, 4)
  return Buffer.concat([riff, body])
}
