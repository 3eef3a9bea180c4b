export interface ModerationConfig {
  /** Messages that one user reports in an hour. */
  reportsPerHour: number
  /** How long acts and closed reports are kept. */
  actDays: number
}
