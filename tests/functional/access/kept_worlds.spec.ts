import v8 from 'node:v8'
import vm from 'node:vm'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { AccessBook } from '../../../app/plugins/access/book/access_book.js'
import { freshName } from '../../helpers/accounts.js'
import { until } from '../../helpers/until.js'
import { administrator, callerOf } from './support/caller.js'
import { makeRole, makeUser } from './support/organisation.js'

const ROUNDS = 12
/** What is known now, and what the last change was judged by. */
const NEEDED = 2

function collectGarbage(): void {
  v8.setFlagsFromString('--expose-gc')
  const collect = vm.runInNewContext('gc') as () => void
  v8.setFlagsFromString('--no-expose-gc')
  collect()
}

async function currentWorld() {
  const book = await app.container.make(AccessBook)
  return new WeakRef(await book.current())
}

test.group('Access | roles, menus and departments as they were', () => {
  test('are kept for none of the sessions that saw them', async ({ client, assert }) => {
    const admin = await administrator(client)
    const role = await makeRole()
    const user = await makeUser([role])
    const worlds: WeakRef<object>[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await admin.must(admin.put(`roles/${role.id}`, { name: freshName('renamed') }))
      const caller = await callerOf(client, user.username)
      await caller.must(caller.get('/app/auth/user/info'))
      worlds.push(await currentWorld())
    }

    const kept = () => worlds.filter((world) => world.deref()).length
    await until(() => {
      collectGarbage()
      return kept() <= NEEDED
    })
    assert.isAtMost(kept(), NEEDED)
  })
})
