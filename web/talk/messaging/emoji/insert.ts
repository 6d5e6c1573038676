/** What of a text field putting something into it needs. */
type Field = Pick<HTMLTextAreaElement, 'selectionStart' | 'selectionEnd' | 'setRangeText' | 'dispatchEvent' | 'focus'> & {
  ownerDocument: Pick<Document, 'execCommand' | 'activeElement'>
}

/**
 * Puts a text where the caret stands, or in the place of what is marked, as if it had been typed: whoever listens hears it, the caret stands after it, and
 * what undoes typing undoes it. For the last there is no other way than this command, which every browser has and none will lose.
 */
export function insertAtCaret(field: Field, text: string): void {
  field.focus()
  // The command goes to whatever has the focus: where a sheet keeps it, the text is put in without it.
  const { ownerDocument: page } = field
  // oxlint-disable-next-line typescript/no-deprecated -- see above
  if (Object.is(page.activeElement, field) && page.execCommand('insertText', false, text)) return
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
