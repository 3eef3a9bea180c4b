/** Who and what is looked at, among those let into documents; all when left out. */
export interface Reviewed {
  userIds?: readonly number[]
  sessionIds?: readonly number[]
  documentIds?: readonly number[]
}

export function isOfAll({ userIds, sessionIds, documentIds }: Reviewed): boolean {
  return !userIds && !sessionIds && !documentIds
}
