import type { WordKey } from '#contract/words/keys.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    keySeparator: false
    nsSeparator: false
    resources: { translation: { readonly [Key in WordKey]: string } }
  }
}
