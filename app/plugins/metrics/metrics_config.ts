export interface MetricsConfig {
  /** `null`: nothing is shown, and nothing counted for it. */
  port: number | null
  host: string
}
