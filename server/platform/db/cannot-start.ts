/** Something outside the program keeps it from starting. The message is one sentence for the operator and names the setting to change; no stack is wanted. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}
