// What every kind of work looks like to a reader, where it is the same for all kinds.
import Type from 'typebox'
import { endpoints, Instant } from '#contract/endpoint.ts'
import { WorkKind } from '#contract/catalogue/work.ts'

export const showing = endpoints({
  /**
   * A link that was shared before its work's time. It tells the name and the time, and that to those alone who will know of the work then;
   * not whose it is, what is in it or what it costs. From its time on, and of what does not come, it is not found.
   */
  coming: {
    method: 'GET',
    path: '/works/coming/:kind/:id',
    for: 'anyone',
    summary: 'What a work that is scheduled is called, and when it opens',
    params: Type.Object({ kind: WorkKind, id: Type.String({ minLength: 1, maxLength: 100, description: 'id or slug' }) }),
    reply: Type.Object({ title: Type.String(), opensAt: Instant }),
    refuses: ['not_found'],
  },
})
