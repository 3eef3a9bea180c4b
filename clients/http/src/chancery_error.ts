/** What one field was refused for. */
export interface FieldError {
  field: string
  rule: string
  message: string
}

/** A refusal of the service, or a fault on the way to it. */
export class ChanceryError extends Error {
  constructor(
    message: string,
    /** HTTP status; undefined when no answer came. */
    readonly status: number | undefined,
    /** Stable code, `E_…`; `E_UNREADABLE_ANSWER` for what the service did not say. */
    readonly reason: string | undefined,
    /** Of a refused body, by field. */
    readonly errors: readonly FieldError[] = [],
    /** Seconds to wait before the next attempt, where the service says so: with 429, and with 503 of a busy one. */
    readonly retryAfter?: number
  ) {
    super(message)
    this.name = 'ChanceryError'
  }
}

interface Refusal {
  message: string
  data?: { reason?: string; errors?: FieldError[] } | null
}

/** What is read of a response, whichever way it came. */
export interface Answer {
  status: number
  headers: Pick<Headers, 'get'>
}

export function toError({
  error,
  response,
}: {
  error?: unknown
  response?: Answer
}): ChanceryError {
  if (error instanceof ChanceryError) return error
  if (!response) return new ChanceryError(UNREACHABLE, undefined, undefined)
  if (!isRefusal(error)) return unreadable(response)
  const { message, data } = error
  const wait = waitIn(response.headers)
  return new ChanceryError(message, response.status, data?.reason, data?.errors, wait)
}

/** The service sends seconds; a proxy may send a date. */
function waitIn(headers: Pick<Headers, 'get'>): number | undefined {
  const value = headers.get('retry-after')
  if (!value) return undefined
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds))
}

/** Whether the service said it, and not a proxy or a portal on the way. */
export function isRefusal(error: unknown): error is Refusal {
  return typeof (error as Refusal | undefined)?.message === 'string'
}

/** What came is no answer of the service, or not the whole of it. */
export function unreadable({ status }: Pick<Response, 'status'>): ChanceryError {
  const message = status < 400 ? UNREADABLE : FAULT_ON_THE_WAY(status)
  return new ChanceryError(message, status, 'E_UNREADABLE_ANSWER')
}

const UNREADABLE =
  'What came is not the service’s answer, or not all of it: check the connection, and sign in to the network where it asks for that'
const FAULT_ON_THE_WAY = (status: number) =>
  `Something on the way to the service answered ${status}, and not the service itself: try again; if it stays so, whoever runs the service should look at its proxy`
const UNREACHABLE = 'The service cannot be reached'
