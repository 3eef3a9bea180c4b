/** How the shared state stands, for health. */
export abstract class StateStatus {
  /** `false`: this process is alone and keeps everything itself. */
  abstract readonly shared: boolean
  /** `false` while the shared store is lost; always `true` when alone. */
  abstract readonly connected: boolean
}
