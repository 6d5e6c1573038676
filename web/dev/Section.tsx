import type { ReactNode } from 'react'

/** Both languages at once: the gallery has no words of its own in contract/words. */
export type Say = (zh: string, en: string) => string

/** One group of the gallery: a heading with the file's name, and the piece in its states. */
export function Section({ title, file, children }: { title: string; file: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 content-start gap-3">
      <h2 className="flex items-baseline gap-3 text-16 max-md:px-4">
        <span className="flex-none">{title}</span> <code className="text-13 font-normal text-muted">{file}</code>
      </h2>
      {children}
    </section>
  )
}

export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3 max-md:px-4">{children}</div>
}
