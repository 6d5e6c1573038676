/** A reply to begin in the reader's own mail program. What a visitor gave as address cannot add recipients or words to it. */
export function replyTo(email: string, subject: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}?subject=${encodeURIComponent(`Re: ${subject}`)}`
}
