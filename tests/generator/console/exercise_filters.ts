import { expect, shown } from './checks.js'
import type { Stage } from './exercise.js'
import type { Filter, Row } from './page.js'
import type { Screen } from './screen.js'

type Parameters = Record<string, string>

/** A value that is in the list finds its row and none that differ; one that makes no sense is refused. */
export async function exerciseFilter(
  { screen }: Stage,
  filter: Filter,
  rows: readonly Row[]
): Promise<void> {
  if (filter.kind === 'keyword') return exerciseKeyword(screen, filter, rows)
  for (const parameters of senseless(filter)) {
    const { status } = await screen.ask('GET', `?${new URLSearchParams(parameters)}`)
    expect(status === 422, `${shown(parameters)} answers ${status}`)
  }
  const row = rows.find((one) => one[filter.name] !== null && one[filter.name] !== undefined)
  if (!row) {
    const given = screen.page.form.fields.some(({ name }) => name === filter.name)
    return expect(!given, 'no row has a value of it')
  }
  for (const parameters of fitting(filter, row)) {
    const found = await screen.all(parameters)
    expect(
      found.some(({ id }) => id === row.id),
      `${shown(parameters)} does not find its row`
    )
    const other = found.find((one) => !fits(filter, one[filter.name], row[filter.name]))
    expect(!other, `${shown(parameters)} finds a row with ${shown(other?.[filter.name])}`)
  }
  for (const parameters of excluding(filter, row)) {
    const found = await screen.all(parameters)
    expect(
      !found.some(({ id }) => id === row.id),
      `${shown(parameters)} finds ${shown(row[filter.name])}`
    )
  }
}

async function exerciseKeyword(screen: Screen, { name }: Filter, [row]: readonly Row[]) {
  const texts = Object.values(row!).filter((value) => typeof value === 'string')
  const finding: string[] = []
  for (const text of texts) {
    const found = await screen.all({ [name]: text.slice(0, 100).toUpperCase() })
    if (found.some(({ id }) => id === row!.id)) finding.push(text)
  }
  expect(finding.length > 0, `none of ${shown(texts)} finds its row`)
  const none = await screen.all({ [name]: 'no row has this %' })
  expect(none.length === 0, `what no row has finds ${none.length} rows`)
}

function fitting({ kind, name }: Filter, row: Row): Parameters[] {
  const value = String(row[name])
  const range = { [`${name}From`]: value, [`${name}To`]: value }
  switch (kind) {
    case 'text':
      return [{ [name]: value.slice(0, 100).toUpperCase() }]
    case 'number':
      return [{ [name]: value }, range]
    case 'dayRange':
    case 'momentRange':
      return [range]
    default:
      return [{ [name]: value }]
  }
}

function fits({ kind }: Filter, value: unknown, wanted: unknown): boolean {
  if (kind !== 'text') return value === wanted
  return String(value).toUpperCase().includes(String(wanted).slice(0, 100).toUpperCase())
}

function excluding({ kind, name }: Filter, row: Row): Parameters[] {
  const value = row[name]
  switch (kind) {
    case 'text':
      return [{ [name]: 'no row has this %' }]
    case 'number':
      return [{ [`${name}From`]: besides(value, 1) }, { [`${name}To`]: besides(value, -1) }]
    case 'dayRange':
    case 'momentRange':
      return [{ [`${name}From`]: '2999-01-01' }, { [`${name}To`]: '1999-01-01' }]
    case 'yesNo':
      return [{ [name]: String(!value) }]
    default:
      return []
  }
}

/** Without what binary fractions leave behind. */
function besides(value: unknown, step: number): string {
  const number = Number(value) + step
  return Number.isInteger(number) ? String(number) : number.toFixed(10)
}

function senseless({ kind, name }: Filter): Parameters[] {
  switch (kind) {
    case 'text':
    case 'keyword':
      return []
    case 'dayRange':
    case 'momentRange':
      return [{ [`${name}From`]: 'some day' }]
    default:
      return [{ [name]: 'senseless' }]
  }
}
