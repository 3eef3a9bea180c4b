import { E_UNAVAILABLE } from '#kernel/http/errors'

/** What came is no file of the type it is said to be: damaged on its way, and better next time, or so for good. */
export class UnsoundFile extends E_UNAVAILABLE {
  constructor(
    message: string,
    readonly sha256: string,
    options?: { cause: unknown }
  ) {
    super(message, options)
  }
}
