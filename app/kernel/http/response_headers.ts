/** What every answer says of itself, unless the operation says otherwise. */
export const ANSWER_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
}

/** What answers over TLS say beside it. */
export class TransportSecurity {
  /** `null` where browsers are to be told nothing. */
  readonly header: string | null

  /** @param seconds for which a browser calls this host by TLS alone; 0 for no such promise */
  constructor(seconds: number) {
    this.header = seconds > 0 ? `max-age=${seconds}` : null
  }
}

const ACCEPTABLE_ID = /^[\w.:-]{1,64}$/

/** Whether a request id that a client sent is safe to log and to send back. */
export function isAcceptableId(id: string | undefined): id is string {
  return id !== undefined && ACCEPTABLE_ID.test(id)
}
