import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Refused } from '#server/platform/forwarder/refused.ts'
import { agreeToReceive, agreeToSend, innerOffer, readOffer, writeAnswer } from '#server/platform/forwarder/sdp.ts'

const transport = [
  'a=ice-ufrag:abcd',
  'a=ice-pwd:abcdefghijklmnopqrstuvwx',
  `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => 'AB').join(':')}`,
  'a=setup:actpass',
]
function offerOf({ video = ['m=video 9 UDP/TLS/RTP/SAVPF 96 98 99'], candidates = [] as string[], more = [] as string[] } = {}): string {
  return [
    'v=0',
    'o=- 1 2 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'a=group:BUNDLE 0 1',
    'm=audio 9 UDP/TLS/RTP/SAVPF 111 9',
    ...candidates,
    ...transport,
    'a=mid:0',
    'a=sendrecv',
    'a=rtcp-mux',
    'a=rtpmap:111 opus/48000/2',
    'a=fmtp:111 minptime=10;useinbandfec=1',
    'a=rtpmap:9 G722/8000',
    ...video,
    ...transport,
    'a=mid:1',
    'a=sendrecv',
    'a=rtcp-mux',
    'a=rtpmap:96 VP8/90000',
    'a=rtcp-fb:96 nack',
    'a=rtcp-fb:96 transport-cc',
    'a=rtpmap:98 H264/90000',
    'a=fmtp:98 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=640032',
    'a=rtpmap:99 H264/90000',
    'a=fmtp:99 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
    ...more,
    '',
  ].join('\r\n')
}
const read = (text: string, allowInner = false) => readOffer(text, { allowInner })

test('constrained baseline is taken before VP8, and a viewer gets what is sent', () => {
  const agreement = agreeToReceive(read(offerOf()))
  expect(agreement.video?.codec).toMatchObject({ payloadType: 99, name: 'H264' })
  expect(agreement.audio?.codec).toMatchObject({ payloadType: 111, name: 'opus' })
  expect(agreeToSend(read(offerOf()), { video: 'VP8', audio: false })).toMatchObject({
    video: { codec: { payloadType: 96 } },
    audio: undefined,
  })
})

test('candidates at inner addresses, names and TCP are left out', () => {
  const addresses = [
    '127.0.0.1',
    '10.0.0.1',
    '192.168.1.9',
    '169.254.169.254',
    '100.64.0.1',
    'fd00::1',
    '::1',
    '::ffff:10.0.0.1',
    'a1b2.local',
    '0.0.0.0',
  ]
  const candidates = ['93.184.216.34', ...addresses].map(
    (address) => `a=candidate:1 1 udp 2113937151 ${address} 50000 typ host generation 0`,
  )
  candidates.push(
    'a=candidate:2 1 tcp 1518280447 93.184.216.34 9 typ host tcptype active',
    'a=candidate:3 1 udp 1 93.184.216.34 0 typ host',
  )
  expect(read(offerOf({ candidates })).candidates).toEqual(['candidate:1 1 udp 2113937151 93.184.216.34 50000 typ host'])
  expect(read(offerOf({ candidates }), true).candidates).toContain('candidate:1 1 udp 2113937151 10.0.0.1 50000 typ host')
})

test('feedback is read for the format that it names, and for all where it names all', () => {
  const { media } = read(offerOf({ more: ['a=rtcp-fb:* ccm fir', 'a=rtcp-fb:99 nack pli'] }))
  expect(media[1]?.codecs.map(({ payloadType, feedback }) => [payloadType, feedback])).toEqual([
    [96, ['nack', 'transport-cc', 'ccm fir']],
    [98, ['ccm fir']],
    [99, ['nack pli', 'ccm fir']],
  ])
})

test('layers are answered by their names, and each line of the offer once', () => {
  const uri = 'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id'
  const more = [
    `a=extmap:4 ${uri}`,
    'a=rid:q send',
    'a=rid:f send',
    'a=simulcast:send q;f',
    'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
    'a=mid:2',
  ]
  const offer = read(offerOf({ more }))
  const inner = [...transport, 'a=candidate:1 1 UDP 2122317823 10.0.0.5 5300 typ host'].join('\r\n')
  const answer = writeAnswer(inner, offer, agreeToReceive(offer), { announce: '93.184.216.34' }).split('\r\n')
  expect(answer.filter((line) => line.startsWith('m='))).toEqual([
    'm=audio 9 UDP/TLS/RTP/SAVPF 111',
    'm=video 9 UDP/TLS/RTP/SAVPF 99',
    'm=application 0 UDP/DTLS/SCTP webrtc-datachannel',
  ])
  expect(answer).toEqual(expect.arrayContaining([`a=extmap:4 ${uri}`, 'a=rid:q recv', 'a=simulcast:recv q;f', 'a=group:BUNDLE 0 1']))
  expect(answer.filter((line) => line.startsWith('a=candidate'))).toEqual(['a=candidate:1 1 UDP 2122317823 93.184.216.34 5300 typ host'])
})

test('a viewer reads when each packet was sent where he said so, and a publisher is not asked to write it', () => {
  const uri = 'http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time'
  const answered = (id: number, isViewer: boolean) => {
    const offer = read(offerOf({ more: [`a=extmap:${id} ${uri}`] }))
    const agreement = isViewer ? agreeToSend(offer, { video: 'H264', audio: true }) : agreeToReceive(offer)
    const answer = writeAnswer(transport.join('\r\n'), offer, agreement, isViewer ? { sent: { ssrc: { audio: 1, video: 2 } } } : {})
    return answer.split('\r\n').filter((line) => line.startsWith('a=extmap:'))
  }
  expect(answered(3, true)).toEqual([`a=extmap:3 ${uri}`])
  // A number that needs a longer head.
  expect(answered(15, true)).toEqual([])
  expect(answered(3, false)).toEqual([])
})

test('what is no offer is refused by name', () => {
  const refused = [
    '',
    'garbage',
    'v=0',
    offerOf({ more: ['a=x:'.padEnd(70_000, 'y')] }),
    offerOf({ more: Array.from({ length: 17 }, (_, index) => [`m=audio 9 UDP/TLS/RTP/SAVPF 0`, `a=mid:x${index}`]).flat() }),
    offerOf().replaceAll(/a=ice-pwd.*\r\n/g, ''),
    offerOf().replaceAll('sha-256', 'md5'),
    offerOf().replace('a=mid:1', 'a=mid:0'),
    offerOf().replace('m=audio 9', 'm=audio -9'),
    // What is read for each format is not read for hundreds, nor for one that is named again and again.
    offerOf({ video: [`m=video 9 UDP/TLS/RTP/SAVPF ${Array.from({ length: 97 }, (_, format) => format).join(' ')}`] }),
    offerOf({ video: ['m=video 9 UDP/TLS/RTP/SAVPF 96 98 96'] }),
    offerOf({ more: Array.from({ length: 401 }, () => 'a=rtcp-fb:* xxx') }),
  ]
  for (const text of refused)
    expect(() => read(text), text.slice(0, 40)).toThrow(expect.objectContaining({ code: 'bad_offer', status: 400 }))
  expect(() =>
    agreeToReceive(
      read(
        offerOf()
          .replaceAll('opus', 'speex')
          .replaceAll(/VP8|H264/g, 'H265'),
      ),
    ),
  ).toThrow(Refused)
})

test('an offer that was cut and stirred is read or refused, and never carries a line of its own to the library', () => {
  const lines = offerOf().split('\r\n')
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constantFrom(...lines), fc.string(), fc.constant('a=candidate:1 1 udp 1 1.1.1.1 99999 typ host')), {
        maxLength: 60,
      }),
      (stirred) => {
        try {
          const offer = read(['v=0', ...stirred].join('\r\n'))
          agreeToReceive(offer)
          for (const line of innerOffer(offer, true).split('\r\n'))
            expect(line).toMatch(/^$|^[vostmc]=|^a=(group|mid|sendonly|rtcp-mux|rtpmap|ice-|fingerprint|setup|candidate)/)
        } catch (error) {
          expect(error).toBeInstanceOf(Refused)
        }
      },
    ),
    { numRuns: 1000 },
  )
})

/** What OBS 30 and later offer by WHIP: libdatachannel's lines, no candidates, and from newer ones up to four layers, named by numbers. */
function offerOfObs(layers: number): string {
  const rids = Array.from({ length: layers > 1 ? layers : 0 }, (_, index) => String(index))
  const sources = (first: number, count: number, track: string) =>
    Array.from({ length: count }, (_, index) => [
      `a=ssrc:${first + index} cname:Tn6gW1RCGHAfNd0r`,
      `a=ssrc:${first + index} msid:pk0vmlf3gyYuQxUD pk0vmlf3gyYuQxUD-${track}`,
    ]).flat()
  const ice = ['a=setup:actpass', 'a=ice-ufrag:RxKT', 'a=ice-pwd:s3FPkcST7A7tsQPfd6SmzF']
  return [
    'v=0',
    'o=rtc 794000512 0 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'a=group:BUNDLE 0 1',
    'a=group:LS 0 1',
    'a=msid-semantic:WMS *',
    'a=ice-options:ice2,trickle',
    `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => 'AB').join(':')}`,
    'm=audio 9 UDP/TLS/RTP/SAVPF 111',
    'c=IN IP4 0.0.0.0',
    'a=mid:0',
    'a=sendonly',
    ...sources(2_914_137_731, 1, 'audio'),
    'a=msid:pk0vmlf3gyYuQxUD pk0vmlf3gyYuQxUD-audio',
    'a=rtcp-mux',
    'a=rtpmap:111 opus/48000/2',
    'a=fmtp:111 minptime=10;maxaveragebitrate=96000;stereo=1;sprop-stereo=1;useinbandfec=1',
    ...ice,
    'm=video 9 UDP/TLS/RTP/SAVPF 96',
    'c=IN IP4 0.0.0.0',
    ...(rids.length > 0
      ? ['a=extmap:1 urn:ietf:params:rtp-hdrext:sdes:mid', 'a=extmap:2 urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id']
      : []),
    'a=mid:1',
    'a=sendonly',
    ...sources(2_914_137_732, layers, 'video'),
    'a=msid:pk0vmlf3gyYuQxUD pk0vmlf3gyYuQxUD-video',
    ...rids.map((rid) => `a=rid:${rid} send`),
    ...(rids.length > 0 ? [`a=simulcast:send ${rids.join(';')}`] : []),
    'a=rtcp-mux',
    'a=rtpmap:96 H264/90000',
    'a=rtcp-fb:96 nack',
    'a=rtcp-fb:96 nack pli',
    'a=rtcp-fb:96 goog-remb',
    'a=fmtp:96 profile-level-id=42e01f;packetization-mode=1;level-asymmetry-allowed=1',
    ...ice,
    '',
  ].join('\r\n')
}

test('OBS is answered line by line, with one layer, three or four', () => {
  for (const layers of [1, 3, 4]) {
    const offer = read(offerOfObs(layers))
    const agreement = agreeToReceive(offer)
    const rids = layers > 1 ? Array.from({ length: layers }, (_, index) => String(index)) : []
    expect(agreement.video).toMatchObject({ mid: '1', rids, codec: { name: 'H264', payloadType: 96 } })
    expect(agreement.audio).toMatchObject({ mid: '0', codec: { name: 'opus', payloadType: 111 } })
    // No address of it is known: it is found by the packets that it sends.
    expect(offer.candidates).toEqual([])
    const inner = [...transport.with(3, 'a=setup:active'), 'a=candidate:1 1 UDP 2122317823 93.184.216.34 5300 typ host'].join('\r\n')
    const answer = writeAnswer(inner, offer, agreement, {}).split('\r\n')
    expect(answer.filter((line) => /^(m|a=(mid|rid|simulcast|extmap|setup|group))[=:]/.test(line))).toEqual([
      'a=group:BUNDLE 0 1',
      'm=audio 9 UDP/TLS/RTP/SAVPF 111',
      'a=mid:0',
      'a=setup:active',
      'm=video 9 UDP/TLS/RTP/SAVPF 96',
      'a=mid:1',
      ...(layers > 1
        ? [
            'a=extmap:2 urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id',
            ...rids.map((rid) => `a=rid:${rid} recv`),
            `a=simulcast:recv ${rids.join(';')}`,
          ]
        : []),
      'a=setup:active',
    ])
    // What it resends and when it makes a keyframe is asked for in the ways that it named.
    expect(answer).toEqual(expect.arrayContaining(['a=rtcp-fb:96 nack', 'a=rtcp-fb:96 nack pli', 'a=rtcp-mux']))
    expect(answer.filter((line) => line.startsWith('a=candidate'))).toHaveLength(1)
  }
})
