export interface FilesConfig {
  /** Largest upload, in bytes. */
  uploadLimit: number
  /** How much the files of one user may take, in bytes: the default of a parameter. */
  storagePerUser: number
  /** Where files are received before they are kept. */
  incomingFolder: string
  /** How old what nobody refers to must be before it is swept. */
  graceHours: number
}
