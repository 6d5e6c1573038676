/** For `like` and `ilike`: whatever contains these words, whose own signs mean nothing. */
export const containing = (words: string): string => `%${words.trim().replaceAll(/[\\%_]/g, '\\$&')}%`
