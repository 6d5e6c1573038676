import type { ErrorScreenProps } from '#web/ui/ErrorScreen.tsx'

/** What went wrong in words, until the screen with its picture is here, or when even that fails to come. It comes with every page. */
export function WordsAlone({ title, lead, actions }: Pick<ErrorScreenProps, 'title' | 'lead' | 'actions'>) {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-5 text-center">
      <h1 className="text-24">{title}</h1>
      {lead && <p className="max-w-[46ch] text-muted">{lead}</p>}
      <div className="flex flex-wrap justify-center gap-3">{actions}</div>
    </main>
  )
}
