/** How long refresh tokens live, and how long a rotated one still yields its successor. */
export class RefreshPolicy {
  constructor(
    readonly lifetimeSeconds: number,
    readonly graceSeconds: number
  ) {}
}
