import type { FuzzReport } from './fuzz_run.js'

/** One line for each operation: how many requests, and what they were answered. */
export function reportTable({ statuses }: Pick<FuzzReport, 'statuses'>): string {
  const rows = [...statuses]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([id, counts]) => {
      const answered = [...counts].sort(([a], [b]) => a - b)
      const total = answered.reduce((sum, [, count]) => sum + count, 0)
      return [id, String(total), answered.map(([status, count]) => `${status}×${count}`).join(' ')]
    })
  const width = Math.max(9, ...rows.map(([id]) => id!.length))
  return rows
    .map(([id, total, answered]) => `${id!.padEnd(width)} ${total!.padStart(6)}  ${answered}`)
    .join('\n')
}
