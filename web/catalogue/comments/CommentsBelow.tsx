import { Suspense } from 'react'
import type { CommentsProps } from '#web/catalogue/comments/Comments.tsx'
import { withWords } from '#web/app/with-words.ts'

const Comments = withWords(() => import('#web/catalogue/comments/Comments.tsx').then((file) => file.Comments))

/** Comments under a work on its own page. They come after the work itself, with their words. */
export function CommentsBelow(props: CommentsProps) {
  return (
    // The place stands before what is in it: an address may point here.
    <div id="comments" className="scroll-mt-20">
      <Suspense fallback={<div className="min-h-48" />}>
        <Comments {...props} />
      </Suspense>
    </div>
  )
}
