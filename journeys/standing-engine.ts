// A media engine that carries what a test says, and makes playlists without pictures.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { type Carried, type Engine, nothing } from '#server/stage/live/engine.ts'

/** @param carried by stream, whom its picture reaches; whoever is hung up is in it no more */
export const standingEngine = (carried: Map<string, Set<string>>): Engine => ({
  publish: () => refuse('live_unavailable'),
  play: () => refuse('live_unavailable'),
  hangUp: async () => {},
  async close(streamId, label) {
    if (label === undefined) carried.delete(streamId)
    else carried.get(streamId)?.delete(label)
  },
  hls(_streamId, { folder, name }) {
    const segments = Array.from({ length: 3 }, (_each, nth) => `#EXTINF:2,\n${name}-${nth}.ts`)
    writeFileSync(join(folder, `${name}.m3u8`), ['#EXTM3U', ...segments].join('\n'))
    let stop = () => {}
    const ended = new Promise<void>((over) => (stop = over))
    return { ended, stop }
  },
  carried: async () =>
    new Map(
      [...carried].map(([id, viewers]): [string, Carried] => [
        id,
        { ...nothing, isOnAir: true, viewers: [...viewers], run: 'one', flowed: new Map() },
      ]),
    ),
})
