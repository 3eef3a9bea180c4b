import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { clock } from '#kernel/state/main'
import { actAsOperator, actAsSystem, type Reach } from '#kernel/acting/main'
import { operatorOf } from '#plugins/identity/main'
import { makeOperator } from '#tests/helpers/accounts'
import { makeDepartment } from '../access/support/organisation.js'
import { RenderedModule } from './rendered_module.js'

const department = {
  name: 'place',
  plugin: 'identity',
  path: '/app/system/departments',
  model: 'Department',
  table: 'departments',
  label: 'name',
  labelNullable: false,
  softDelete: false,
}

interface Stored {
  id: number
  note: string
}

test.group('Module generator | parts of a row that is changed', (group) => {
  let rows: RenderedModule
  let seen: number
  let unseen: number
  let further: number
  group.setup(async () => {
    rows = await RenderedModule.make(
      {
        name: 'odd-order',
        ownership: 'shared',
        fields: [
          { name: 'title', type: 'string' },
          { name: 'home', type: 'belongsTo', target: 'place' },
          { name: 'places', type: 'manyToMany', target: 'place' },
          {
            name: 'parts',
            type: 'hasMany',
            fields: [{ name: 'note', type: 'string', required: true }],
          },
        ],
      },
      [department]
    )
    ;[seen, unseen, further] = [
      await makeDepartment(),
      await makeDepartment(),
      await makeDepartment(),
    ]
    return () => rows[Symbol.asyncDispose]()
  })

  const made = (input: object) =>
    actAsSystem('make an order', () => rows.actions.create.handle({ title: 'x', ...input }))

  /** By somebody who reaches one department alone. */
  async function change(id: number, input: object): Promise<void> {
    const reach: Reach = { kind: 'rows', owner: null, departments: [seen] }
    const operator = operatorOf(await makeOperator())
    await actAsOperator({ operator, permission: null, reach, roles: [] }, () =>
      rows.actions.update.handle(id, input)
    )
  }

  const linked = async (id: number) =>
    (await db.from('odd_order_places').where('odd_order_id', id).orderBy('place_id')).map((row) =>
      Number(row.place_id)
    )
  const parts = async (id: number): Promise<Stored[]> => {
    const stored = await db.from('odd_order_parts').where('odd_order_id', id).orderBy('id')
    return stored.map((row) => ({ id: row.id, note: row.note }))
  }
  const touched = async (id: number) => {
    const row = await actAsSystem('look', () => rows.model.findOrFail(id))
    return (row as unknown as { updatedAt: { toMillis(): number } }).updatedAt.toMillis()
  }

  test('keep links that whoever saves cannot see', async ({ assert }) => {
    const id = await made({ placeIds: [seen, unseen] })
    await change(id, { placeIds: [seen] })
    assert.deepEqual(await linked(id), [seen, unseen])
    await change(id, { placeIds: [] })
    assert.deepEqual(await linked(id), [unseen])
    await change(id, { placeIds: [seen, unseen] })
    assert.deepEqual(await linked(id), [seen, unseen])
    await assert.rejects(() => change(id, { placeIds: [seen, further] }))
  })

  test('save what refers to something out of reach as it did before', async ({ assert }) => {
    const id = await made({ homeId: unseen })
    await change(id, { title: 'changed', homeId: unseen })
    assert.deepInclude(await db.from('odd_orders').where({ id }).first(), {
      title: 'changed',
      home_id: unseen,
    })
    await assert.rejects(() => change(id, { homeId: further }))
    assert.equal((await db.from('odd_orders').where({ id }).first()).home_id, unseen)
  })

  test('keep the ids of lines', async ({ assert }) => {
    const id = await made({ parts: [{ note: 'a' }, { note: 'b' }, { note: 'c' }] })
    const [a, b, c] = (await parts(id)) as [Stored, Stored, Stored]
    await change(id, { parts: [{ note: 'a' }, { note: 'B' }, { note: 'c' }, { note: 'd' }] })
    const [, , , d] = await parts(id)
    assert.deepEqual(await parts(id), [a, { ...b, note: 'B' }, c, { id: d!.id, note: 'd' }])

    await change(id, { parts: [{ id: c.id, note: 'C' }, { note: 'e' }, { id: a.id, note: 'a' }] })
    const [, , e] = await parts(id)
    assert.deepEqual(await parts(id), [a, { ...c, note: 'C' }, { id: e!.id, note: 'e' }])

    const other = await made({ parts: [{ note: 'other' }] })
    const [stranger] = await parts(other)
    await assert.rejects(() => change(id, { parts: [{ id: stranger!.id, note: 'stolen' }] }))
    await assert.rejects(() =>
      change(id, {
        parts: [
          { id: a.id, note: '1' },
          { id: a.id, note: '2' },
        ],
      })
    )
    assert.deepEqual(await parts(other), [stranger])
    assert.lengthOf(await parts(id), 3)
  })

  test('tell by its time that lines or links of a row changed, and only then', async ({
    assert,
    cleanup,
  }) => {
    cleanup(() => clock.restore())
    const id = await made({ placeIds: [seen], parts: [{ note: 'a' }] })
    const [a] = await parts(id)
    let last = await touched(id)
    for (const [input, moves] of [
      [{ parts: [{ note: 'b' }] }, true],
      [{ parts: [{ note: 'b' }] }, false],
      [{ parts: [{ id: a!.id, note: 'b' }, { note: 'c' }] }, true],
      [{ parts: [] }, true],
      [{ placeIds: [seen] }, false],
      [{ placeIds: [] }, true],
      [{ title: 'x' }, false],
    ] as const) {
      clock.travel(1_000)
      await change(id, input)
      const now = await touched(id)
      assert.equal(now > last, moves, JSON.stringify(input))
      last = now
    }
  })
})
