export interface ModerationConfig {
  /** Messages that one user reports in an hour. */
  reportsPerHour: number
  /** How long closed reports are kept. */
  reportDays: number
}
