import { useUiWords } from '#web/ui/UiWords.tsx'

/** The id of what a page is about, in every frame. */
export const contentId = 'content'

/** First for whoever goes by keys: past the banner and the rail to the page itself. Seen only while it has the focus. */
export function SkipLink() {
  const words = useUiWords()
  return (
    <a
      href={`#${contentId}`}
      className="sr-only rounded-control bg-inverse px-4 py-3 text-15 font-semibold text-on-inverse focus-visible:not-sr-only focus-visible:fixed! focus-visible:top-3 focus-visible:start-3 focus-visible:z-50 focus-visible:min-h-11"
      onClick={(event) => {
        // The address stays as it is: going back must not lead to the same page.
        event.preventDefault()
        document.getElementById(contentId)?.focus()
      }}
    >
      {words('skipToContent')}
    </a>
  )
}
