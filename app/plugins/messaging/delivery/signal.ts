/** Something that is sent to sockets and not stored: who reads, who types, a setting of one's own. */
export interface Signal {
  /** Its members are told; without one only `users`. */
  readonly conversationId: number | null
  readonly users: readonly number[] | null
  readonly except: number | null
  /** The frame as JSON. */
  readonly frame: string
}
