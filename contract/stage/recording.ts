// A show that its performer wants kept (calls.md section 13): it becomes a video of theirs, reviewed like any.
import Type, { type Static } from 'typebox'
import { Audience } from '#contract/catalogue/work.ts'
import { Id, TokensIn } from '#contract/endpoint.ts'

/** Of a show as it is begun, and of what the next one begins with. Private shows are never recorded. */
export const recordingIn = {
  record: Type.Optional(Type.Boolean({ description: 'the show becomes a video when it is over' })),
  recordPrivacy: Type.Optional(Audience),
  recordPrice: Type.Optional(TokensIn),
}

/** To its performer. */
export const Recording = Type.Object({
  state: Type.Enum(['asked', 'preparing', 'made', 'short', 'withheld', 'failed'], {
    description:
      'asked: taped while the show goes on; preparing: it is over; made: the video is there; short: too little came; withheld: staff ended the show; failed: nothing could be made of it',
  }),
  privacy: Audience,
  price: Type.Number({ description: 'tokens for the video; 0 where it is not sold' }),
  videoId: Type.Optional(Id),
})
export type Recording = Static<typeof Recording>
