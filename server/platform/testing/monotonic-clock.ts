// Two people who act in the same millisecond have no order, and on a fast machine they do. In tests each instant is a new one,
// so that "newest first" always has an answer.
import { systemClock } from '#server/platform/clock/clock.ts'

let last = 0
systemClock.now = () => new Date((last = Math.max(Date.now(), last + 1)))
