import type { ReactNode } from 'react'

const place = '\u0001'

/** A sentence with an element where one of its facts stands: each language puts it where its grammar wants it. */
export function Within({ sentence, children }: { sentence: (fact: string) => string; children: ReactNode }) {
  const [before, after] = sentence(place).split(place)
  return (
    <>
      {before}
      {children}
      {after}
    </>
  )
}
