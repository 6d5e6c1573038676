// Agora's token library, and our reading of what it makes, against the vectors that Agora publishes (github.com/AgoraIO/Tools, AccessToken2Test).
import { createHmac } from 'node:crypto'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import agoraToken from 'agora-token'
import { expect, test } from 'vitest'
import { agoraKeys, openedBy } from '#server/stage/live/testing-agora.ts'

/** The part of the library that its builders are made of, and its types do not name. */
interface Inside {
  AccessToken2: new (
    appId: string,
    certificate: string,
    issuedAt: number,
    seconds: number,
  ) => {
    salt: number
    add_service(service: object): void
    build(): string
  }
  ServiceRtc: new (channel: string, uid: number) => { add_privilege(privilege: number, seconds: number): void }
}

test('the library makes the token that Agora publishes for these words', () => {
  const { AccessToken2, ServiceRtc } = createRequire(import.meta.url)('agora-token/src/AccessToken2') as Inside
  const token = new AccessToken2('970CA35de60c44645bbae8a215061b33', '5CFd2fd1755d40ecb72977518be15d3b', 1_111_111, 600)
  token.salt = 1
  const service = new ServiceRtc('7d72365eb983485397e3e3f9d460bdda', 2_882_341_273)
  service.add_privilege(1, 600)
  token.add_service(service)
  const published =
    '007eJxTYBBbsMMnKq7p9Hf/HcIX5kce9b518kCiQgSr5Zrp4X1Tu6UUGCzNDZwdjU1TUs0Mkk1MzExMk5ISUy0SjQxNDcwMk4yN3b8IMEQwMTAwMoAwBIL4CgzmKeZGxmamqUmWFsYmFqbGluapxqnGaZYpJmYGSSkpiVwMRhYWRsYmhkbmxgDCaiTj'
  // Another zlib packs the same bytes otherwise.
  const bytes = (text: string) => inflateSync(Buffer.from(text.slice(3), 'base64'))
  expect(token.build().slice(0, 3)).toBe('007')
  expect(bytes(token.build())).toEqual(bytes(published))
})

test('what the stand-in reads of a token is what it was made of; another certificate opens nothing', () => {
  const channel = '019ab000-0000-7000-8000-000000000001'
  const of = (role: number, certificate = agoraKeys.certificate) =>
    agoraToken.RtcTokenBuilder.buildTokenWithUid(agoraKeys.appId, certificate, channel, 4_294_967_295, role, 600, 600)
  expect(openedBy(of(agoraToken.RtcRole.SUBSCRIBER))).toMatchObject({
    appId: agoraKeys.appId,
    channel,
    uid: '4294967295',
    seconds: 600,
    privileges: { 1: 600 },
  })
  expect(openedBy(of(agoraToken.RtcRole.PUBLISHER)).privileges).toEqual({ 1: 600, 2: 600, 3: 600, 4: 600 })
  expect(() => openedBy(of(agoraToken.RtcRole.PUBLISHER, 'a'.repeat(32)))).toThrow(/not ours/)
})

test('a notice is signed as Agora publishes it', () => {
  const body =
    '{"eventType":10,"noticeId":"4eb720f0-8da7-11e9-a43e-53f411c2761f","notifyMs":1560408533119,"payload":{"a":"1","b":2},"productId":1}'
  expect(createHmac('sha256', 'secret').update(body).digest('hex')).toBe('de96da5acf03b0021ac3b4fa2225e7ae6f3533a30d50bb02c08ea4fa748bda24')
})
