/** What became of one thing. */
export interface Change {
  /** `created`, `updated`, `deleted`, or a verb of the plugin's own in snake_case. */
  readonly action: string
  /** What kind of thing: `user`, `role`. */
  readonly type: string
  readonly id: number | string | null
  /** Who did it, where that is not who acts: somebody on whose behalf a counterpart calls. */
  readonly actorId?: number | null
  /** IP address from where, where that is known outside of the acting request. */
  readonly address?: string | null
  /** What it is called. */
  readonly name?: string | null
  /** Members that changed, as they were. */
  readonly before?: Readonly<Record<string, unknown>> | null
  /** The same members, as they are. */
  readonly after?: Readonly<Record<string, unknown>> | null
}

/** A change with who made it, where and how. */
export interface AuditRecord extends Change {
  readonly actorId: number | null
  /** The department that the actor belonged to. */
  readonly departmentId: number | null
  /** Code of the permission that was exercised. */
  readonly permission: string | null
  /** Why the system acted, where it did. */
  readonly systemReason: string | null
  /** Method and pattern of the route; `null` outside of requests. */
  readonly operation: string | null
  readonly requestId: string | null
  readonly address: string | null
  readonly outcome: 'done' | 'refused'
  /** Code of the refusal. */
  readonly reason: string | null
}
