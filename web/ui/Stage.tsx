import { cx } from '#web/ui/cx.ts'
import { stageCharacters } from '#web/ui/stage-characters.ts'

/** Full-width punctuation and Chinese characters: what Stage Latin has not. */
const chinese = /[\u2e80-\u9fff\uff00-\uffef]/gu

/**
 * Words of our own in the stage voice: titles, doors, empty houses. Stage Song speaks where it has every character; one that it lacks
 * would stand there in another face, so then all of them are written as names are. What people wrote is never put in here.
 */
export function Stage({ children, className }: { children: string; className?: string }) {
  const isCarried = (children.match(chinese) ?? []).every((character) => stageCharacters.includes(character))
  return <span className={cx(isCarried ? 'stage-words' : 'stage-name', className)}>{children}</span>
}
