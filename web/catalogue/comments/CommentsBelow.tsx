import { Suspense } from 'react'
import { bringWords } from '#web/app/words.ts'
import type { CommentsProps } from '#web/catalogue/comments/Comments.tsx'
import { lazy } from '#web/ui/network.ts'

const Comments = lazy(async () => {
  const [file] = await Promise.all([import('#web/catalogue/comments/Comments.tsx'), bringWords('comments')])
  return { default: file.Comments }
})

/** Comments under a work on its own page. They come after the work itself. */
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
