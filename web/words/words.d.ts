// What scripts/word-rooms.ts makes while the web is built.
declare module 'words:fronts' {
  export const fronts: Readonly<Record<import('#contract/locales.ts').Locale, () => Promise<import('#web/words/rooms.ts').Front>>>
}
declare module 'words:all' {
  export const all: Readonly<Record<import('#contract/locales.ts').Locale, import('#web/words/rooms.ts').Messages>>
}
