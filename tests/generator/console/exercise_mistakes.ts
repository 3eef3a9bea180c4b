import { expect, isEqual, shown } from './checks.js'
import type { Stage } from './exercise.js'
import { invalidValues } from './invalid_values.js'
import type { Body, Field, Row } from './page.js'

/** Everything that the description forbids is refused, with the field that is wrong, and nothing is changed. */
export async function exerciseMistakes(stage: Stage, rows: readonly Row[]): Promise<void> {
  const { screen, checks } = stage
  const [row] = rows
  const before = await screen.all({ sort: 'id' })
  for (const field of screen.page.form.fields) {
    await checks.run(`mistakes in ${field.name}`, () => exerciseField(stage, field, row!))
    if (field.required) await checks.run(`without ${field.name}`, () => exerciseLack(stage, field))
  }
  await checks.run('values that are taken', () => exerciseTaken(stage, rows))
  await checks.run('after mistakes', async () => {
    const after = await screen.all({ sort: 'id' })
    expect(isEqual(after, before), 'rows are not as they were')
  })
}

async function exerciseField({ screen, bodies }: Stage, field: Field, row: Row): Promise<void> {
  const good = await bodies.body()
  for (const value of invalidValues(field)) {
    const wrong = { [field.name]: value }
    await assertRefused(
      `POST ${shown(wrong)}`,
      field,
      screen.ask('POST', '', { ...good, ...wrong })
    )
    await assertRefused(`PUT ${shown(wrong)}`, field, screen.ask('PUT', `/${row.id}`, wrong))
  }
}

async function exerciseLack({ screen, bodies }: Stage, field: Field): Promise<void> {
  const { [field.name]: left, ...body } = await bodies.body()
  await assertRefused(`without ${shown(left)}`, field, screen.ask('POST', '', body))
  await assertRefused('null', field, screen.ask('POST', '', { ...body, [field.name]: null }))
}

async function assertRefused(
  what: string,
  field: Field,
  asked: ReturnType<Stage['screen']['ask']>
): Promise<void> {
  const { status, data } = await asked
  expect(status === 422, `${what} answers ${status}`)
  const { errors } = data as { errors: { field: string }[] }
  const named = errors.some((one) => one.field.split('.')[0] === field.name)
  expect(named, `${what} is refused for ${shown(errors)}`)
}

/** What is unique is refused a second time, in a new row and in a change. */
async function exerciseTaken({ screen, bodies }: Stage, rows: readonly Row[]): Promise<void> {
  const { fields, unique } = screen.page.form
  const [first, second] = rows
  const single = fields.filter((field) => field.unique).map(({ name }) => [name])
  for (const names of [...single, ...unique]) {
    const taken: Body = Object.fromEntries(names.map((name) => [name, first![name]]))
    const created = await screen.ask('POST', '', { ...(await bodies.body()), ...taken })
    expect(created.status === 409, `POST ${shown(taken)} answers ${created.status}`)
    const changed = await screen.ask('PUT', `/${second!.id}`, taken)
    expect(changed.status === 409, `PUT ${shown(taken)} answers ${changed.status}`)
  }
}
