import type { ErrorFrame, FieldFault } from './frames.js'

/** A refusal of the service. */
export class MessagingError extends Error {
  /** As an HTTP status. */
  readonly code: number
  /** Stable code, `E_…`. */
  readonly reason: string | undefined
  readonly errors: FieldFault[]

  constructor({ code, reason, message, errors = [] }: Omit<ErrorFrame, 'type' | 'id'>) {
    super(message)
    this.name = 'MessagingError'
    this.code = code
    this.reason = reason
    this.errors = errors
  }
}

/** The socket is not open, or was lost before the answer came. */
export class DisconnectedError extends Error {
  constructor(message = 'The service cannot be reached at the moment') {
    super(message)
    this.name = 'DisconnectedError'
  }
}

/** The client was closed, by the application or because its session is over. */
export class ClosedError extends Error {
  constructor(message = 'The messaging client is closed') {
    super(message)
    this.name = 'ClosedError'
  }
}
