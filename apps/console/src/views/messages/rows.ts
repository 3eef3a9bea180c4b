import type { Line } from '../../live/lines'
import { dayName, dayOf } from './format'

export type Row =
  | { kind: 'day'; key: string; text: string }
  | { kind: 'new'; key: string }
  | { kind: 'event'; key: string; line: Line }
  | { kind: 'message'; key: string; line: Line; isFirst: boolean }

const TOGETHER_MS = 5 * 60_000

/** Lines with separators for days and for new messages. */
export function rowsOf(
  lines: readonly Line[],
  { newAfter, userId }: { newAfter: number | null; userId: number }
): Row[] {
  const rows: Row[] = []
  let before: Line | undefined
  let isNew = false
  for (const line of lines) {
    const day = dayOf(line.createdAt)
    if (!before || dayOf(before.createdAt) !== day)
      rows.push({ kind: 'day', key: `day ${day}`, text: dayName(line.createdAt) })
    if (!isNew && newAfter !== null && line.seq > newAfter && line.actorId !== userId) {
      isNew = true
      rows.push({ kind: 'new', key: 'new' })
    }
    const isFirst = rows.at(-1)?.kind !== 'message' || !isTogether(before, line)
    const key = String(line.seq)
    rows.push(
      line.kind === 'message'
        ? { kind: 'message', key, line, isFirst }
        : { kind: 'event', key, line }
    )
    before = line
  }
  return rows
}

function isTogether(before: Line | undefined, line: Line): boolean {
  if (!before || before.kind !== 'message' || before.actorId !== line.actorId) return false
  return Date.parse(line.createdAt) - Date.parse(before.createdAt) < TOGETHER_MS
}
