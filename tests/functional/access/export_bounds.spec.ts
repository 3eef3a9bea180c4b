import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { TableSlots } from '#kernel/tables/table_slots'
import { holder } from './support/organisation.js'

test.group('Access | bounds of exports', () => {
  test('write two of one person at a time', async ({ client, assert }) => {
    const { caller, user } = await holder(client, ['system:role:export'])
    const slots = await app.container.make(TableSlots)
    const [one, other] = [slots.take(user.id), slots.take(user.id)]
    try {
      const refused = await caller.get('roles/export')
      refused.assertStatus(429)
      assert.equal(refused.header('retry-after'), '10')
      assert.isUndefined(refused.header('content-disposition'))
      one()
      ;(await caller.get('roles/export')).assertStatus(200)
    } finally {
      one()
      other()
    }
  })

  test('give each place back: read whole, or refused', async ({ client }) => {
    const { caller } = await holder(client, ['system:role:export'])
    for (let times = 0; times < 5; times++) {
      ;(await caller.get('roles/export')).assertStatus(200)
      ;(await caller.get('roles/export?format=xlsx')).assertStatus(200)
      ;(await caller.get('roles/export?sort=password')).assertStatus(422)
    }
  })

  test('write nothing where the headers alone are asked for', async ({ client, assert }) => {
    const { caller, user, token } = await headed(client)
    const slots = await app.container.make(TableSlots)
    const taken = [slots.take(user.id), slots.take(user.id)]
    try {
      const url = `http://${process.env.HOST}:${process.env.PORT}/app/system/roles/export`
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetch(url, { method: 'HEAD', headers })
      assert.equal(answer.status, 200)
      assert.match(answer.headers.get('content-disposition')!, /roles-.*\.csv/)
      ;(await caller.get('roles/export')).assertStatus(429)
    } finally {
      for (const giveBack of taken) giveBack()
    }
  })

  async function headed(client: Parameters<typeof holder>[0]) {
    const held = await holder(client, ['system:role:export'])
    return { ...held, token: held.caller.token }
  }
})
