/** A no that the forwarder says to who asked, and never a fault of its own. */
export class Refused extends Error {
  override name = 'Refused'
  readonly code: RefusalCode
  readonly status: number

  constructor(code: RefusalCode, status: number, why: string) {
    super(why)
    this.code = code
    this.status = status
  }
}

export type RefusalCode =
  | 'bad_offer'
  | 'bad_request'
  | 'not_found'
  | 'no_publisher'
  | 'taken'
  | 'too_many_sessions'
  | 'too_many_viewers'
  | 'too_often'
  | 'too_large'
