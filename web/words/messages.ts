/** Flat messages by the path of their file; the file's name becomes the first part of each key. */
export type Messages = Readonly<Record<string, Readonly<Record<string, string>>>>
