import { expect } from './checks.js'
import type { Stage } from './exercise.js'
import type { Field, Row } from './page.js'
import { severalOf } from './screen.js'

/** References that hold on to what they refer to. */
const HELD = ['belongsTo', 'file', 'department']

/** One row goes, several go all or none, and what stands above others stays. */
export async function exerciseDeletion(stage: Stage): Promise<void> {
  const { screen, bodies, checks } = stage
  const made = async () => screen.create(await bodies.body())
  const [one, two, three] = [await made(), await made(), await made()]
  const answers = async (asked: string, method: string, below: string, status: number) => {
    const answer = await screen.ask(method, below)
    expect(answer.status === status, `${asked} answers ${answer.status} instead of ${status}`)
  }

  await checks.run('delete one', async () => {
    await answers('DELETE', 'DELETE', `/${one.id}`, 200)
    await answers('GET afterwards', 'GET', `/${one.id}`, 404)
    await answers('PUT afterwards', 'PUT', `/${one.id}`, 404)
    await answers('DELETE afterwards', 'DELETE', `/${one.id}`, 404)
  })
  await checks.run('delete several', async () => {
    await answers('one too many', 'DELETE', severalOf([one.id, two.id]), 404)
    await answers('GET of the other', 'GET', `/${two.id}`, 200)
    await answers('both', 'DELETE', severalOf([two.id, three.id]), 200)
    const ids = (await screen.all()).map(({ id }) => id)
    for (const { id } of [one, two, three]) expect(!ids.includes(id), `row ${id} is still listed`)
  })
  for (const field of screen.page.form.fields.filter(({ type }) => HELD.includes(type)))
    await checks.run(`delete what ${field.name} refers to`, () => exerciseHeld(stage, field))
  const parent = screen.page.form.fields.find(({ type }) => type === 'tree')
  if (parent) await checks.run('delete in a tree', () => exerciseTree(stage, parent))
}

/** What a row refers to stays as long as it does. */
async function exerciseHeld({ screen, bodies, sources }: Stage, { name, source }: Field) {
  const row = await screen.create(await bodies.body())
  const status = await sources.statusOfRemoving(source!, row[name] as number)
  expect(status === 409, `it answers ${status}`)
}

async function exerciseTree({ screen, bodies }: Stage, { name }: Field): Promise<void> {
  const below = async (parent: Row | null) =>
    screen.create({ ...(await bodies.body()), [name]: parent?.id ?? null })
  const top = await below(null)
  const middle = await below(top)
  const bottom = await below(middle)

  const status = async (method: string, path: string, body?: Record<string, unknown>) =>
    (await screen.ask(method, path, body)).status
  expect((await status('PUT', `/${top.id}`, { [name]: bottom.id })) === 409, 'a cycle is taken')
  expect((await status('PUT', `/${top.id}`, { [name]: top.id })) === 409, 'a row is its own parent')
  expect((await status('DELETE', `/${top.id}`)) === 409, 'what stands above others goes')
  const both = await status('DELETE', severalOf([top.id, middle.id, bottom.id]))
  expect(both === 200, `a whole branch at once answers ${both}`)
}
