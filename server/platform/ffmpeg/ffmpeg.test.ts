import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startConfined } from '#server/platform/ffmpeg/confining.ts'
import { ffmpeg, FfmpegFailed, FfmpegStopped, hasNoNetwork, useFfmpeg, type Container } from '#server/platform/ffmpeg/ffmpeg.ts'
import { binaries } from '#server/platform/ffmpeg/binaries.ts'
import { probed } from '#server/platform/ffmpeg/probing.ts'
import { smallDisk } from '#server/platform/testing/small-disk.ts'
import { queueEncoding, stopEncoding } from '#server/platform/ffmpeg/encoding-queue.ts'

let folder: string
let film: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stagedoor-ffmpeg-test-'))
  film = join(folder, 'film.mp4')
  execFileSync(binaries().ffmpeg, [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'testsrc2=s=320x240:r=30',
    '-t',
    '20',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    film,
  ])
})
afterAll(() => rm(folder, { recursive: true }))

const source = (path = film, container: Container = 'mov') => ({ path, container })
const encode = (
  args: string[],
  more: { outputBytes?: number; signal?: AbortSignal; path?: string; onProgress?: (seconds: number) => void } = {},
) => ffmpeg({ source: source(more.path), folder, seconds: 20, outputBytes: 10_000_000, args, ...more })
const said = async (program: string, args: string[], limits = {}) => {
  const child = startConfined(program, args, folder, { memoryBytes: 2 ** 31, outputBytes: 1_000_000, cpuSeconds: 20, ...limits })
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => void (text += chunk.toString()))
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  return { text, code, signal }
}

test('work tells how far it is, and leaves what was asked for', async () => {
  const heard: number[] = []
  await encode(['-vf', 'scale=640:480', '-c:v', 'libx264', '-preset', 'medium', 'out.mp4'], {
    onProgress: (seconds) => heard.push(seconds),
  })
  expect(heard.length).toBeGreaterThan(0)
  expect(heard).toEqual(heard.toSorted((a, b) => a - b))
  expect(heard.at(-1)).toBeGreaterThan(18)
})

test('what is started sees no environment, no network and no more memory, time and space than it was given', async () => {
  process.env['SECRET_OF_THIS_TEST'] = 'known'
  expect((await said('/usr/bin/env', [])).text).not.toContain('known')
  delete process.env['SECRET_OF_THIS_TEST']
  expect((await said('/bin/sh', ['-c', 'ulimit -v; ulimit -f; ulimit -t; ulimit -c'])).text).toBe('2097152\n1954\n20\n0\n')
  await said('/bin/sh', ['-c', 'head -c 3000000 /dev/zero > big'])
  expect(statSync(join(folder, 'big')).size).toBeLessThanOrEqual(1_000_448)
})

test.skipIf(!hasNoNetwork())('there is no way out: even a program that wants to reach a listener on this machine does not', async () => {
  let hits = 0
  const canary = createServer((_request, response) => {
    hits++
    response.end()
  }).listen(0, '127.0.0.1')
  await once(canary, 'listening')
  const url = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/`
  const { code } = await said(binaries().ffmpeg, ['-v', 'quiet', '-i', url, '-f', 'null', '-'])
  expect(code).not.toBe(0)
  expect(hits).toBe(0)
  canary.close()
})

test('a playlist is not read, whichever reader is named, and neither is what a list of parts names', async () => {
  const bait = join(folder, 'bait.mp4')
  await writeFile(bait, `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile://${film}\n#EXT-X-ENDLIST\n`)
  for (const container of ['mov', 'matroska', 'wav'] as const) await expect(probed(source(bait, container))).rejects.toThrow(FfmpegFailed)
  await writeFile(bait, `ffconcat version 1.0\nfile '${film}'\n`)
  await expect(encode(['-f', 'null', '-'], { path: bait })).rejects.toThrow(FfmpegFailed)
})

test('an output that grows past its limit ends the work', async () => {
  await expect(encode(['-c:v', 'rawvideo', '-f', 'rawvideo', 'raw.yuv'], { outputBytes: 100_000 })).rejects.toThrow(FfmpegFailed)
})

test('a decoder that is not on the list is not run', async () => {
  const path = join(folder, 'odd.mov')
  execFileSync(binaries().ffmpeg, ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=s=64x64:d=1', '-c:v', 'qtrle', path])
  await expect(encode(['-f', 'null', '-'], { path })).rejects.toThrow(FfmpegFailed)
})

test('work that nobody wants any more ends at once, and the next in line has its turn', async () => {
  const stop = new AbortController()
  const first = queueEncoding(() =>
    encode(['-vf', 'scale=1920:1080', '-c:v', 'libx264', '-preset', 'veryslow', 'slow.mp4'], { signal: stop.signal }),
  )
  const second = queueEncoding(async () => 'done')
  setTimeout(() => stop.abort(), 300)
  await expect(first).rejects.toThrow(FfmpegStopped)
  expect(await second).toBe('done')
})

test('stopping ends what is done and what waits, and later work is taken on again', async () => {
  const first = queueEncoding((signal) =>
    encode(['-vf', 'scale=1920:1080', '-c:v', 'libx264', '-preset', 'veryslow', 'slow.mp4'], { signal }),
  )
  const second = queueEncoding(async () => 'never')
  const both = Promise.allSettled([first, second])
  await stopEncoding()
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await queueEncoding(async () => 'again')).toBe('again')
})

test('what comes with the packages runs even where it may not be changed, and its age is told once', () => {
  const before = process.env['PATH']
  const warnings: string[] = []
  try {
    process.env['PATH'] = ''
    useFfmpeg(undefined, (sentence) => warnings.push(sentence))
    expect(binaries().ffprobe).toContain('ffprobe')
    expect(binaries().ffmpeg).toContain('ffmpeg')
    expect(warnings).toHaveLength(1)
  } finally {
    process.env['PATH'] = before
    useFfmpeg(undefined, () => {})
  }
})

test('at the start an operator is warned of an old ffmpeg, which one it is, and of a network that it keeps, and of neither where all is well', async () => {
  const said = async (path: string) => {
    // A process of its own, as it were: what was found is remembered.
    vi.resetModules()
    const { useFfmpeg: use } = await import('#server/platform/ffmpeg/ffmpeg.ts')
    const { warnAtStart } = await import('#server/platform/ffmpeg/starting.ts')
    const warnings: string[] = []
    const before = process.env['PATH']
    process.env['PATH'] = path
    try {
      use(undefined, (sentence) => warnings.push(sentence))
      warnAtStart()
      warnAtStart()
    } finally {
      process.env['PATH'] = before
    }
    return warnings
  }
  const programs = join(folder, 'programs')
  await mkdir(programs)
  const program = (name: string) =>
    writeFile(join(programs, name), '#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done; shift; exec "$@"\n', { mode: 0o755 })
  await program('unshare')
  expect(await said(programs)).toEqual([expect.stringMatching(/^Footage is worked on with the ffmpeg of 2018 .*\(\/.*ffmpeg.*\)/)])
  await rm(join(programs, 'unshare'))
  for (const name of ['ffmpeg', 'ffprobe']) await program(name)
  const [network, ...more] = [...new Set(await said(programs))]
  expect(network).toMatch(/keeps its network here/)
  expect(more).toEqual([])
  await program('unshare')
  expect(await said(programs)).toEqual([])
})

test('what is named in the setting is what runs', async () => {
  useFfmpeg(binaries().ffmpeg, () => {
    throw new Error('no warning is due')
  })
  await encode(['-t', '1', '-f', 'null', '-'])
  useFfmpeg(undefined, () => {})
  expect(await readdir(folder)).toContain('film.mp4')
})

test('a full disk is not the fault of the film: it is told apart, so that the film waits for room', async (context) => {
  const disk = smallDisk(1)
  if (!disk) return context.skip()
  try {
    const args = ['-vf', 'scale=1280:960,noise=alls=80:allf=t', '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '5', 'out.mp4']
    const work = ffmpeg({ source: source(), folder: disk.folder, seconds: 20, outputBytes: 1_000_000_000, args })
    const why: unknown = await work.catch((error: unknown) => error)
    expect(why).toMatchObject({ code: 'ENOSPC' })
    expect(why).not.toBeInstanceOf(FfmpegFailed)
  } finally {
    disk.remove()
  }
})
