export interface FilesConfig {
  /** Largest upload, in bytes. */
  uploadLimit: number
  /** How much the files of one user may take, in bytes. */
  storagePerUser: number
  /** Uploads of one user that come in at a time, over all nodes. */
  uploadsPerUser: number
  /** Where contents lie, as people call it. */
  place: string
  /** Where files are received before they are kept. */
  incomingFolder: string
  /** Over how long a download must make progress, of 1 KB a second, or else is cut off. */
  stalledSeconds: number
  /** How old what nobody refers to must be before it is swept. */
  graceHours: number
}
