import { BOUNDS, OF_THE_FLOOR } from '../bounds.js'

/** One line of the table; without a floor or another checkout these are left out. */
export interface Figure {
  /** `<suite>: <what>` */
  name: string
  unit: string
  floor?: number
  ours: number
  other?: number
  /** Requests to ours that were refused or broke. */
  failed?: number
}

export function tableOf(figures: readonly Figure[]): string {
  const hasOther = figures.some(({ other }) => other !== undefined)
  const shown = (names: string[], cells: string[]) => [...names, ...(hasOther ? cells : [])]
  const head = shown(['measure', 'unit', 'floor', 'ours', 'ours/floor'], ['other', 'ours/other'])
  const rows = figures.map(({ name, unit, floor, ours, other }) =>
    shown(
      [name, unit, written(floor), written(ours), ratio(ours, floor)],
      [written(other), ratio(ours, other)]
    )
  )
  return markdownTable(
    [...head, 'bound', 'kept'],
    rows.map((row, index) => [...row, ...verdict(figures[index]!)])
  )
}

/** What is wrong with a figure: its bound is missed, or requests failed. */
export function faultsOf(figure: Figure): string[] {
  const { name, failed = 0 } = figure
  const faults = failed > 0 ? [`${name}: ${failed} of ours failed`] : []
  const [value, bound] = [boundedValue(figure), BOUNDS[name]]
  if (!bound || isKept(figure)) return faults
  const limit = boundText(name)
  const by = Math.abs(value / (bound.least ?? bound.most!) - 1) * 100
  return [...faults, `${name}: ${written(value)}, ${by.toFixed(0)} % beyond its bound (${limit})`]
}

function isKept(figure: Figure): boolean {
  const { least = -Infinity, most = Infinity } = BOUNDS[figure.name]!
  const value = boundedValue(figure)
  return Number.isFinite(value) && value >= least && value <= most
}

function boundedValue({ name, ours, floor }: Figure): number {
  return BOUNDS[name]?.unit === OF_THE_FLOOR ? ours / floor! : ours
}

function boundText(name: string): string {
  const { least, most, unit } = BOUNDS[name]!
  return least === undefined ? `at most ${most} ${unit}` : `at least ${least} ${unit}`
}

function verdict(figure: Figure): [string, string] {
  if (!BOUNDS[figure.name]) return ['', figure.failed ? 'NO' : '']
  return [boundText(figure.name), faultsOf(figure).length === 0 ? 'yes' : 'NO']
}

function written(value: number | undefined): string {
  if (value === undefined) return ''
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)
}

function ratio(part: number, whole: number | undefined): string {
  return whole === undefined ? '' : (part / whole).toFixed(2)
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, index) =>
    Math.max(title.length, ...rows.map((row) => row[index]!.length))
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index]!)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [line(head), rule, ...rows.map(line)].join('\n')
}
