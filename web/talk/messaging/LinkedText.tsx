import { linksIn } from '#web/talk/messaging/links.ts'

/** What somebody wrote, with its addresses to press. Nobody vouches for where they lead, and they hear nothing of this page. */
export function LinkedText({ children }: { children: string }) {
  return linksIn(children).map(({ text, href }, place) =>
    href === undefined ? (
      text
    ) : (
      <a key={place} href={href} target="_blank" rel="noopener noreferrer nofollow ugc" className="text-link underline underline-offset-4">
        {text}
      </a>
    ),
  )
}
