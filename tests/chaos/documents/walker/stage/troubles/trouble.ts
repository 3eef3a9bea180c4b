/** Something of the service's surroundings that can be broken for a while. */
export interface Trouble {
  readonly name: string
  strike(): Promise<void>
  mend(): Promise<void>
}

/** The trouble in which nothing can be read. */
export const DATABASE = 'the database'

/** The trouble in which a save comes with a file in which something is missing. */
export const WRITING_WELL = 'the writing of whole files in the document server'

/** The same where that file cannot be fetched either. */
export const WRITING_AT_ALL = 'the writing of whole files, and their download'

/** The trouble in which a save comes without a file: statuses 3 and 7. */
export const WRITING = 'the writing of files in the document server'
