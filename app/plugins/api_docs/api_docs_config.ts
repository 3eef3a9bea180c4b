export interface ApiDocsConfig {
  enabled: boolean
  /** Path of the page, such as `/docs`. */
  uiPath: string
}
