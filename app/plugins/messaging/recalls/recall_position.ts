/** How far somebody has come in the recalls: the number of the last one, and when it was, in ms. */
export interface RecallPosition {
  readonly position: number
  readonly atMs: number
}

export const NOTHING_RECALLED: RecallPosition = { position: 0, atMs: 0 }

/** What clients keep and give back as it was. */
export const RECALL_POSITION = '^\\d{1,15}\\.\\d{1,15}$'

export function toText({ position, atMs }: RecallPosition): string {
  return `${position}.${atMs}`
}

/** @param text as `RECALL_POSITION` says */
export function toPosition(text: string): RecallPosition {
  const [position, atMs] = text.split('.').map(Number)
  return { position: position!, atMs: atMs! }
}
