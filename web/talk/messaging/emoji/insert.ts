/** What of a text field putting something into it needs. */
type Field = Pick<HTMLTextAreaElement, 'selectionStart' | 'selectionEnd' | 'setRangeText' | 'dispatchEvent'>

/** Puts a text where the caret stands, or in the place of what is marked, as if it had been typed: whoever listens hears it, and the caret stands after it. */
export function insertAtCaret(field: Field, text: string): void {
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
