import { expect, isEqual, shown } from './checks.js'
import type { Stage } from './exercise.js'
import { exerciseFilter } from './exercise_filters.js'
import type { Row } from './page.js'

const PAGE = 2

/** Columns, order, pages and filters of the list. */
export async function exerciseList(stage: Stage, rows: readonly Row[]): Promise<void> {
  const { screen, checks } = stage
  const { columns, filters } = screen.page.list
  await checks.run('list', () => exerciseRows(stage, rows))
  for (const { name } of columns.filter(({ sortable }) => sortable))
    await checks.run(`sort by ${name}`, () => exerciseSort(stage, name))
  await checks.run('pages', () => exercisePages(stage))
  for (const filter of filters)
    await checks.run(`filter ${filter.name}`, () => exerciseFilter(stage, filter, rows))
}

async function exerciseRows({ screen, sources }: Stage, rows: readonly Row[]): Promise<void> {
  const { list, form } = screen.page
  const items = await screen.all()
  for (const { id } of rows)
    expect(
      items.some((item) => item.id === id),
      `row ${id} is not listed`
    )
  for (const { name } of list.columns)
    expect(
      items.every((item) => name in item),
      `a listed row has no "${name}"`
    )

  const usual = await screen.all({ sort: list.defaultSort })
  expect(idsOf(usual) === idsOf(items), `the usual order is not ${list.defaultSort}`)
  const { status } = await screen.ask('GET', '?sort=noSuchColumn')
  expect(status === 422, `a sort by no column answers ${status}`)

  for (const { name, source, type } of form.fields) {
    const column = `${name.replace(/Id$/, '')}Name`
    if (!source?.label || type === 'manyToMany' || !list.columns.some((one) => one.name === column))
      continue
    const targets = await sources.rows(source, 1)
    const labels = new Map(targets.map((target) => [target.id, target[source.label!]]))
    for (const item of items) {
      const label = labels.get(item[name] as number)
      const same = label === undefined || label === item[column]
      expect(same, `${column} is ${shown(item[column])} instead of ${shown(label)}`)
    }
  }
}

async function exerciseSort({ screen }: Stage, name: string): Promise<void> {
  const values = async (sort: string) => {
    const items = await screen.all({ sort })
    return items.map((item) => item[name]).filter((value) => value !== null)
  }
  const [up, down] = [await values(name), await values(`-${name}`)]
  expect(isEqual(up, down.reverse()), 'downwards is not upwards turned round')
  if (up.every((value) => typeof value === 'number'))
    expect(
      isEqual(
        up,
        [...up].sort((a, b) => a - b)
      ),
      `upwards is ${shown(up)}`
    )
}

async function exercisePages({ screen }: Stage): Promise<void> {
  const all = await screen.all({ sort: '-id' })
  const first = await screen.list({ sort: '-id', pageSize: PAGE, page: 2 })
  expect(idsOf(first.items) === idsOf(all.slice(PAGE, 2 * PAGE)), 'the second page is another')

  const walked: Row[] = []
  let { items, nextCursor } = await screen.list({ sort: '-id', pageSize: PAGE })
  walked.push(...items)
  while (nextCursor) {
    const next = await screen.list({ sort: '-id', pageSize: PAGE, cursor: nextCursor })
    walked.push(...next.items)
    nextCursor = next.nextCursor
  }
  expect(idsOf(walked) === idsOf(all), 'a walk by cursor meets other rows')
}

function idsOf(rows: readonly Row[]): string {
  return rows.map(({ id }) => id).join()
}
