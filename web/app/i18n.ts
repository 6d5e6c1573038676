import { createInstance, type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'

/** Flat messages by the path of their file; the file's name becomes the first part of each key. */
export type Messages = Readonly<Record<string, Readonly<Record<string, string>>>>

/**
 * The words of one language, ready before the first render on both sides.
 * @param overrides messages that the operator worded differently, by full key
 */
export function makeI18n(language: string, messages: Messages, overrides: Readonly<Record<string, string>>): i18n {
  const translation: Record<string, string> = {}
  for (const [path, part] of Object.entries(messages)) {
    const name = path.slice(path.lastIndexOf('/') + 1, -'.json'.length)
    for (const [key, text] of Object.entries(part)) translation[`${name}.${key}`] = text
  }
  const instance = createInstance().use(initReactI18next)
  void instance.init({
    lng: language,
    resources: { [language]: { translation: { ...translation, ...overrides } } },
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false },
  })
  return instance
}
