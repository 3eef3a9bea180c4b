/** How the shared state stands, for health. */
export abstract class StateStatus {
  /** `false`: this process is alone and keeps everything itself. */
  abstract readonly shared: boolean
  /** `false` while the shared store is lost; always `true` when alone. */
  abstract readonly connected: boolean
  /** Resolves once it is known how it stands. */
  abstract settled(): Promise<void>
}

export class AloneStatus extends StateStatus {
  readonly shared = false
  readonly connected = true

  async settled(): Promise<void> {}
}
