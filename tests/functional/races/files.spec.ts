import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import type { ApiResponse } from '@japa/api-client'
import { actAsSystem } from '#kernel/operator/acting'
import { throughInterleavings } from '../../helpers/interleavings/interleavings.js'
import { person } from '../../helpers/messaging/people.js'
import { openGate } from '../../helpers/open_gate.js'
import { wordBytes } from '../../helpers/packages.js'
import { DirectConversations } from '../../../app/plugins/messaging/actions/direct_conversations.js'
import { GroupTurns } from '../../../app/plugins/messaging/actions/group_turns.js'
import { Messaging } from '../../../app/plugins/messaging/messaging.js'
import { SendableFile } from '../../../app/plugins/messaging/writing/sendable_file.js'

const ORDERS_MS = 1_200_000

test.group('Races | files', (group) => {
  group.setup(() => openGate().shut)

  test('let either the deletion or the sending of a file succeed', async ({ client, assert }) => {
    const [ann, bob] = [await person(), await person()]
    const { writer, rosters } = await (await app.container.make(Messaging)).parts()
    const conversations = new DirectConversations(
      await app.container.make('lucid.db'),
      new GroupTurns()
    )
    const conversationId = await conversations.between(ann.user.id, bob.user.id)
    const { version: memberVersion } = await rosters.forMember(conversationId, ann.user.id)
    const send = (draft: Parameters<typeof writer.write>[0]) =>
      actAsSystem('send in a test', async () => {
        await new SendableFile().described(draft.contentType, draft.content)
        return writer.write(draft, null)
      })
    let sent = 0

    await throughInterleavings(async () => {
      const upload = await client
        .post('/app/files')
        .bearerToken(ann.token)
        .file('file', wordBytes(`Draft ${(sent += 1)}`), { filename: 'plan.docx' })
      const fileId: number = upload.body().data.id
      const draft = {
        ...{ conversationId, memberVersion, senderId: ann.user.id, fileId },
        ...{ clientMessageId: `race-${process.pid}-${sent}`, contentType: 'file' as const },
        ...{ content: JSON.stringify({ fileId }), replyTo: null, mentions: null },
      }
      let removal: ApiResponse
      let message: object | null
      return {
        first: async () => (message = await send(draft).catch(() => null)),
        second: async (headers) =>
          (removal = await client
            .delete(`/app/files/${fileId}`)
            .headers(headers)
            .bearerToken(ann.token)),
        check: async () => {
          const isThere = (await db.from('stored_files').where('id', fileId)).length === 1
          const uses = await db.from('message_files').where('file_id', fileId)
          removal.assertStatus(isThere ? 409 : 200)
          assert.equal(message !== null, isThere)
          assert.lengthOf(uses, isThere ? 1 : 0)
        },
      }
    })
  }).timeout(ORDERS_MS)
})
