import { mkdirSync, writeFileSync } from 'node:fs'

/** A Markdown table, padded for the terminal. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[]
): string {
  const widths = head.map((title, index) =>
    Math.max(title.length, ...rows.map((row) => row[index]!.length))
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index]!)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

/** Prints a report and keeps it under `tmp/benchmarks/`. */
export function publish(name: string, title: string, body: string): void {
  const report = `# ${title}\n\n${body}\n`
  mkdirSync('tmp/benchmarks', { recursive: true })
  writeFileSync(`tmp/benchmarks/${name}.md`, report)
  process.stdout.write(`\n${report}\n`)
}

export const ratio = (part: number, whole: number) => (part / whole).toFixed(2)
