import type { Language } from '#kernel/languages/main'

/** Read from the server-side session at every request, never from what a client claims. */
export interface Operator {
  readonly id: number
  readonly username: string
  readonly nickname: string
  readonly departmentId: number | null
  /** In which they want to be spoken to; `null` or missing where they have not said. */
  readonly language?: Language | null
  /** `null` without a session, as in tests. */
  readonly sessionId: number | null
}

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** Who sends the request; set once it is authenticated. */
    operator: Operator
  }
}
