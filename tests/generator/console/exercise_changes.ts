import { expect, isEqual, shown } from './checks.js'
import type { Stage } from './exercise.js'
import type { Body, Row } from './page.js'
import { isSame } from './values.js'

/** Changes are kept, only what is given changes, and what somebody else changed meanwhile is not written over. */
export async function exerciseChanges(stage: Stage, rows: readonly Row[]): Promise<void> {
  const { screen, bodies, checks } = stage
  const { fields, seen } = screen.page.form
  const [, , row] = rows
  const id = row!.id

  await checks.run('change everything', async () => {
    const body = await bodies.body()
    assertChanged(await screen.update(id, body), body)
  })
  await checks.run('change nothing', async () => {
    const before = await screen.show(id)
    assertChanged(await screen.update(id, {}), without(before, seen))
  })
  for (const { name } of fields.filter(({ nullable }) => nullable))
    await checks.run(`empty ${name}`, async () => {
      const before = await screen.show(id)
      const after = await screen.update(id, { [name]: null })
      assertChanged(after, { ...without(before, seen), [name]: null })
    })
  if (seen) await checks.run('stale change', () => exerciseStale(stage, id, seen))
  await checks.run('change of no row', async () => {
    const { status } = await screen.ask('PUT', '/2000000000', {})
    expect(status === 404, `it answers ${status}`)
  })

  function assertChanged(after: Row, expected: Body): void {
    for (const field of fields.filter(({ name }) => name in expected)) {
      const [wanted, got] = [expected[field.name], after[field.name]]
      expect(
        isSame(field, wanted, got),
        `${field.name} is ${shown(got)} instead of ${shown(wanted)}`
      )
    }
  }
}

function without(row: Row, name: string | null): Body {
  return Object.fromEntries(Object.entries(row).filter(([member]) => member !== name))
}

async function exerciseStale({ screen, bodies }: Stage, id: number, seen: string): Promise<void> {
  const before = await screen.show(id)
  const between = await screen.update(id, await bodies.body())
  expect(between[seen] !== before[seen], `a change leaves ${seen} as it was`)

  const body = { ...(await bodies.body()), [seen]: before[seen] }
  const { status } = await screen.ask('PUT', `/${id}`, body)
  expect(status === 409, `it answers ${status}`)
  const kept = await screen.show(id)
  expect(isEqual(kept, between), 'it was written all the same')
  await screen.update(id, { ...body, [seen]: kept[seen] })
}
