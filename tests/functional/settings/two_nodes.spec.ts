import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { Versions } from '#kernel/state/main'
import { SETTINGS_KEY } from '#plugins/settings/main'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { SECRETS, ServiceProcess } from '#tests/helpers/service_process'

const { DB_CONNECTION = 'sqlite', REDIS_URL } = process.env
const isShared = DB_CONNECTION !== 'sqlite' && Boolean(REDIS_URL)

const KEY = 'application.announcement'
const PUBLIC = '/app/settings/public'
const SETTING = `/app/system/settings/${KEY}`

test.group('Settings | two nodes', (group) => {
  onEveryDatabase(group)
  if (!isShared) return

  let nodes: ServiceProcess[]
  group.setup(async () => {
    nodes = await Promise.all([ServiceProcess.start(), ServiceProcess.start()])
    return async () => {
      await Promise.all(nodes.map((node) => node.stop('SIGKILL')))
      await db.from('settings').delete()
      await (await app.container.make(Versions)).bump(SETTINGS_KEY)
    }
  })

  const shownBy = async (node: ServiceProcess) => {
    const { data } = (await (await node.get(PUBLIC)).json()) as { data: Record<string, string> }
    return data[KEY]
  }

  test('see a change at once, and let one of two win', async ({ assert }) => {
    const credentials = { username: 'admin', password: SECRETS.ADMIN_PASSWORD }
    const answer = await nodes[0]!.post('/app/auth/login', credentials)
    const { data } = (await answer.json()) as { data: { accessToken: string } }
    const headers = {
      'authorization': `Bearer ${data.accessToken}`,
      'content-type': 'application/json',
    }
    const put = (node: ServiceProcess, body: object) =>
      fetch(node.url + SETTING, { method: 'PUT', headers, body: JSON.stringify(body) })

    for (let round = 0; round < 5; round++) {
      for (const node of nodes) await shownBy(node)
      const [writer, reader] = round % 2 ? nodes : nodes.toReversed()
      assert.equal((await put(writer!, { value: `Round ${round}` })).status, 200)
      assert.equal(await shownBy(reader!), `Round ${round}`)
      const seen = (await (await fetch(reader!.url + SETTING, { headers })).json()) as {
        data: { updatedAt: string }
      }
      const { updatedAt } = seen.data
      const both = nodes.map((node, index) => put(node, { value: `By ${index}`, updatedAt }))
      const statuses = (await Promise.all(both)).map(({ status }) => status)
      assert.deepEqual(statuses.sort(), [200, 409])
      assert.equal(await shownBy(nodes[0]!), await shownBy(nodes[1]!))
    }
  })
})
