/** What passes from one step of the sheet to another. It stays in memory: a page loaded anew asks for it again. */
export interface Typed {
  email: string
  password: string
}

export interface Letter extends Typed {
  /** The server's sentence. */
  said: string
}
