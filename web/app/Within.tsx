import type { ReactNode } from 'react'

const place = '\u0001'

/** What a sentence says before and behind one of its facts. */
export const around = (sentence: (fact: string) => string) => sentence(place).split(place)

/** A sentence with an element where one of its facts stands: each language puts it where its grammar wants it. */
export function Within({ sentence, children }: { sentence: (fact: string) => string; children: ReactNode }) {
  const [before, after] = around(sentence)
  return (
    <>
      {before}
      {children}
      {after}
    </>
  )
}
