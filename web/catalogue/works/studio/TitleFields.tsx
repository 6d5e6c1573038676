import { useTranslation } from '#web/app/say.ts'
import type { TitledKind } from '#web/catalogue/works/studio/kinds.ts'
import type { WorkDraft } from '#web/catalogue/works/studio/work-draft.ts'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

type Titled = Pick<WorkDraft, 'title' | 'description'>
type TitleFieldsProps = {
  kind: TitledKind
  rows: number
  draft: Titled
  onChange: (part: Partial<Titled>) => void
  errors: Partial<Record<keyof Titled, string>>
}

/** What a work is called, and what is said of it. */
export function TitleFields({ kind: { words }, rows, draft, onChange, errors }: TitleFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        label={t(`${words}.field.title`)}
        placeholder={t(`${words}.field.title.placeholder`)}
        maxLength={200}
        value={draft.title}
        error={errors.title}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <TextArea
        label={t(`${words}.field.description`)}
        placeholder={t(`${words}.field.description.placeholder`)}
        rows={rows}
        maxLetters={5000}
        value={draft.description}
        error={errors.description}
        onChange={(event) => onChange({ description: event.target.value })}
      />
    </>
  )
}
