/** Who asks. Read from the server-side session at every request, never from what a client claims. */
export interface Operator {
  readonly id: number
  readonly username: string
  readonly nickname: string
  readonly departmentId: number | null
  /** `null` where no session stands behind it, as in tests. */
  readonly sessionId: number | null
}

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** Who asks; set once the request is authenticated. */
    operator: Operator
  }
}
