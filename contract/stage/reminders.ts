// Being told when an announced stream comes. Ours: the specification names reminders, not the rows.
import { ById, endpoints } from '#contract/endpoint.ts'
import { Stream } from '#contract/stage/live.ts'

export const reminders = endpoints({
  /** A quarter of an hour before, when it begins, and when it was moved or does not take place. Asked twice is asked once. */
  remind: {
    method: 'POST',
    path: '/streaming/live/:id/reminder',
    for: 'member',
    summary: 'Remind me of an announced stream',
    params: ById,
    reply: Stream,
    refuses: ['not_found', 'stream_ended', 'stream_begun'],
    rate: 'write',
  },
  forgetReminder: {
    method: 'DELETE',
    path: '/streaming/live/:id/reminder',
    for: 'member',
    summary: 'Take that back',
    params: ById,
    reply: Stream,
    refuses: ['not_found'],
    rate: 'write',
  },
})
