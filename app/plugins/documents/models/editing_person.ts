/** Somebody who has the document open for editing. */
export interface EditingPerson {
  id: number
  name: string
}
