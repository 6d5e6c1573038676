// One viewer's way is cut from as much as there is to 600 kbit/s while 1.5 Mbit/s are sent on it: how long the picture stands still until the smaller layer
// is there, in the stream's own time, and whether another viewer notices.
import { cutOne } from '#server/platform/forwarder/testing-narrow.ts'

const goal = 2
const { longestGap, pictures, dropped, narrow, wide } = await cutOne(600_000)
const isMet = longestGap < goal && wide.every((layer) => layer === 2) && narrow.some((layer) => layer !== 2)
console.log(
  `cut to 600 kbit/s: ${dropped} packets did not fit, ${pictures} pictures in 12 s, the longest gap ${longestGap.toFixed(2)} s (goal < ${goal}), ` +
    `layers of the one ${narrow.join(', ')}, of the other ${wide.join(', ')}${isMet ? '' : '   MISSED'}`,
)
process.exit(isMet ? 0 : 1)
