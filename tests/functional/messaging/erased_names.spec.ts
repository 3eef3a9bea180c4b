import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { Notifier } from '#plugins/messaging/main'
import { makeOperator } from '../../helpers/accounts.js'
import { openGate } from '../../helpers/open_gate.js'
import { administrator } from '../access/support/caller.js'

test.group('Messaging | names of erased people in notices', (group) => {
  group.setup(() => openGate().shut)

  test('are put away from what people read, whatever words they are', async ({
    client,
    assert,
  }) => {
    const reader = await makeOperator()
    const data = { kind: 'null', documentId: 7, actionLink: null, n: true }
    const notice = (name: string) => ({ title: `To ${name}`, body: `By ${name}.\n\nSee 8.`, data })
    const names = ['title', 'body', 'null', '7', 'n', 'true', 'say "so"', '\\']
    const notifier = await app.container.make(Notifier)
    const admin = await administrator(client)
    for (const nickname of names) {
      await notifier.send([reader.id], notice(nickname))
      const { id } = await makeOperator({ nickname })
      await admin.must(admin.delete(`users/${id}/personal-data`))
    }
    const told = await db
      .from('messages')
      .join(
        'conversation_members',
        'conversation_members.conversation_id',
        'messages.conversation_id'
      )
      .where('conversation_members.user_id', reader.id)
      .orderBy('messages.id')
      .select('content')
    assert.deepEqual(
      told.map(({ content }) => JSON.parse(content)),
      names.map(() => notice('Erased person'))
    )
  })
})
