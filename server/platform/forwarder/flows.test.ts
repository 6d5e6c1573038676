import { expect, test } from 'vitest'
import { Flows } from '#server/platform/forwarder/flows.ts'

/** Sends every 20 ms, and reports every second while the line holds: of all that was sent since the last report, what was sent while it held. */
function show() {
  const flows = new Flows()
  let [now, sent, arrived] = [1000, 0, 0]
  const goOn = (seconds: number, { isSent = true, isHeard = true } = {}) => {
    for (let ms = 0; ms < seconds * 1000; ms += 20) {
      now += 20
      if (isSent) {
        if (!flows.goes('show', 'mei', now)) continue
        sent++
        if (isHeard) arrived++
      }
      if (!isHeard || now % 1000 !== 0 || arrived === 0) continue
      flows.acknowledged('show', 'mei', { share: arrived / sent, now })
      ;[sent, arrived] = [0, 0]
    }
    return flows.of('show')['mei'] ?? 0
  }
  return { flows, goOn }
}

test('what reached somebody counts, as they acknowledge it', () => {
  const { goOn } = show()
  expect(goOn(10)).toBeGreaterThan(9900)
  expect(goOn(50)).toBeLessThanOrEqual(60_000)
})

test('whoever is heard of no more was not reached, also where the line comes back', () => {
  const { goOn } = show()
  const before = goOn(10)
  expect(goOn(30, { isHeard: false })).toBe(before)
  // The first report after it says that they are there again, and not that they had been.
  expect(goOn(1)).toBe(before)
  expect(goOn(10)).toBeLessThanOrEqual(before + 10_000)
})

test('a line that is cut for seconds counts for what arrived', () => {
  const { goOn } = show()
  const before = goOn(10)
  // Neither picture nor report for four seconds, while the other end goes on sending.
  goOn(4, { isHeard: false })
  expect(goOn(1)).toBeLessThanOrEqual(before + 1020)
  goOn(4, { isSent: false, isHeard: false })
  expect(goOn(10)).toBeLessThanOrEqual(before + 11_040)
  // Again and again.
  const between = goOn(0)
  for (let time = 0; time < 10; time++) {
    goOn(4, { isHeard: false })
    goOn(1)
  }
  expect(goOn(0)).toBeLessThanOrEqual(between + 10_200)
})

test('a publisher who is silent reaches nobody', () => {
  const { goOn } = show()
  const before = goOn(10)
  expect(goOn(60, { isSent: false })).toBe(before)
})

test('two windows of one person are one, and others count for themselves', () => {
  const flows = new Flows()
  for (let now = 0; now <= 10_000; now += 10) {
    flows.goes('show', 'mei', now)
    flows.goes('show', 'mei', now)
    if (now > 5000) flows.goes('show', 'ann', now)
    flows.acknowledged('show', 'mei', { share: 1, now })
    // A packet lost here and there is made good.
    flows.acknowledged('show', 'ann', { share: 0.9, now })
  }
  expect(flows.of('show')).toEqual({ mei: 10_000, ann: 4990 })
  expect(flows.of('another')).toEqual({})
  flows.forgetOld(7 * 3600_000)
  expect(flows.of('show')).toEqual({})
})

test('whoever says nothing of what they have, or that they have hardly any, is sent a quarter of a minute of it and then crumbs, whatever session asks', () => {
  for (const share of [undefined, 0.03, 0.3]) {
    const flows = new Flows()
    let sent = 0
    for (let now = 0; now <= 120_000; now += 20) {
      if (flows.goes('show', 'mei', now)) sent += 20
      if (share !== undefined && now % 1000 === 0) flows.acknowledged('show', 'mei', { share, now })
    }
    expect(sent).toBeLessThan(30_000)
    // The line is good again: they have it all within seconds.
    let last = 0
    for (let now = 120_000; now <= 130_000; now += 20) {
      if (flows.goes('show', 'mei', now)) last += now > 125_000 ? 20 : 0
      if (now % 1000 === 0) flows.acknowledged('show', 'mei', { share: 1, now })
    }
    expect(last).toBeGreaterThan(4900)
  }
})

test('half of it is all: who reports that they lose the other half pays what they watch', () => {
  const flows = new Flows()
  for (let now = 0; now <= 60_000; now += 20) {
    flows.goes('show', 'mei', now)
    if (now % 1000 === 0) flows.acknowledged('show', 'mei', { share: 0.5, now })
  }
  expect(flows.of('show')['mei']).toBeGreaterThan(59_000)
})
