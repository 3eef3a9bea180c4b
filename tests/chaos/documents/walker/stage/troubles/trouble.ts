/** Something of the service's surroundings that can be broken for a while. */
export interface Trouble {
  readonly name: string
  strike(): Promise<void>
  mend(): Promise<void>
}

/** The trouble in which nothing can be read. */
export const DATABASE = 'the database'

/** The trouble in which a save comes without a file: statuses 3 and 7. */
export const WRITING = 'the writing of files in the document server'
