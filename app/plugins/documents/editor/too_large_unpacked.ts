import { E_PAYLOAD_TOO_LARGE } from '#kernel/http/errors'

/** What came is beyond the bounds within which it is looked into. */
export class TooLargeUnpacked extends E_PAYLOAD_TOO_LARGE {
  constructor(
    readonly reason: string,
    readonly limit: number,
    options?: { cause: unknown }
  ) {
    const taken = `${Math.floor(limit / 1024 / 1024)} MB, and so many parts, as are taken unpacked`
    super(`${reason}: more than the ${taken}; raise EDITOR_UNPACKED_LIMIT_MB`, options)
  }
}
