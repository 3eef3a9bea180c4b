export interface AccessConfig {
  /** Whether an empty installation gets the demo organisation. */
  seedDemoData: boolean
}
