import { expect, isEqual, shown } from './checks.js'
import type { Stage } from './exercise.js'
import type { Body, Row } from './page.js'
import { emptyValue, isSame } from './values.js'

const FULL_ROWS = 4

/** Makes rows with everything and one with the least, and sees that they are kept as sent. Resolves to the former. */
export async function exerciseCreation({ screen, bodies, checks }: Stage): Promise<Row[]> {
  const { fields } = screen.page.form
  const rows: Row[] = []
  const parent = fields.find(({ type }) => type === 'tree')
  for (let made = 0; made < FULL_ROWS; made++) {
    const body = await bodies.body()
    if (parent && rows.length > 0) body[parent.name] = rows.at(-1)!.id
    const row = await screen.create(body)
    rows.push(row)
    await checks.run('create', async () => assertHolds(row, body))
    await checks.run('show', async () => {
      const again = await screen.show(row.id)
      expect(isEqual(again, row), `${shown(again)} is shown for ${shown(row)}`)
    })
  }
  await checks.run('create with the least', async () => {
    const body = await bodies.smallest()
    assertHolds(await screen.create(body), body)
  })
  return rows

  function assertHolds(row: Row, body: Body): void {
    for (const field of fields) {
      const sent = field.name in body ? body[field.name] : emptyValue(field)
      const got = row[field.name]
      expect(isSame(field, sent, got), `${field.name} is ${shown(got)} instead of ${shown(sent)}`)
    }
  }
}
