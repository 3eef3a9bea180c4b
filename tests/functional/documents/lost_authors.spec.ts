import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { actAsSystem } from '#kernel/operator/acting'
import { ReviewOpenings } from '../../../app/plugins/documents/live/review_openings.js'
import { HeldCourier } from '../../fakes/document_server/held_courier.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  configOf,
  goingOn,
  editorStage,
  lookingAt,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { lose, sweep } from '../../helpers/lost_saves.js'

test.group('Documents | whose work it is that was lost', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  const courier = new HeldCourier()
  group.setup(async () => {
    stage = await editorStage({ courier })
    return () => stage.close()
  })
  group.each.teardown(() => {
    stage.configure()
    listen()
  })

  const authorsOf = async (id: number) => (await versionsOf(id)).map(({ authorId }) => authorId)

  const goDeaf = () => void (courier.fate = () => 'request_lost')
  const listen = () => void (courier.fate = () => 'delivered')

  async function entered(client: ApiClient, id: number) {
    const user = await makeOperator()
    const config = await goingOn(stage, client, id, user)
    return { user, config }
  }

  async function twoLetIn(client: ApiClient) {
    const made = await staged(client)
    const { user, config: theirs } = await entered(client, made.id)
    return { ...made, user, theirs }
  }

  test('leave open whose it is where one was inside who may only have looked', async ({
    client,
    assert,
  }) => {
    const { id, owner, config, user, theirs } = await twoLetIn(client)
    const first = await stage.server.open(config)
    const second = await stage.server.open(theirs)
    first.edit('By the first.')
    await first.close()
    await lose(stage, second)
    await sweep()
    assert.deepEqual((await authorsOf(id)).slice(1), [null])
    assert.sameMembers([...notices.heard[0]!.userIds], [owner.id, user.id])
  })

  test('leave open whose it is where one was heard, and another let in unheard, and tell both', async ({
    client,
    assert,
  }) => {
    const { id, owner, config, user, theirs } = await twoLetIn(client)
    const first = await stage.server.open(config)
    goDeaf()
    const second = await stage.server.open(theirs)
    second.edit('By whom nobody heard.')
    await first.close()
    await second.close()
    listen()
    await sweep()
    assert.deepEqual((await authorsOf(id)).slice(1), [null])
    assert.sameMembers([...notices.heard[0]!.userIds], [owner.id, user.id])
    assert.match(notices.heard[0]!.notice.body, /that you were in, or let into/)
  })

  test('put what is lost again under a used key down to who came then', async ({
    client,
    assert,
  }) => {
    const { id, config } = await staged(client)
    const { user, config: late } = await entered(client, id)
    const looking = await lookingAt(client, id)
    const editor = await stage.server.open(config)
    editor.edit('By the owner.')
    await lose(stage, editor)
    await sweep()
    await stage.server.open(looking)
    const again = await stage.server.open(late)
    again.edit('By who came late.')
    await lose(stage, again)
    await sweep()
    assert.deepEqual((await authorsOf(id)).slice(1), [null, user.id])
  })

  test('tell all who were in it of lost work that lies beside', async ({ client, assert }) => {
    const { id, owner, config, user, theirs } = await twoLetIn(client)
    const stale = await configOf(client, id, owner)
    const looking = await lookingAt(client, id)
    const editor = await stage.server.open(config)
    editor.edit('First.')
    await editor.close()
    const present = await stage.server.open(await configOf(client, id, owner))
    stage.server.room(config.document.key)!.remove()
    await stage.server.open(looking)
    const [one, other] = [await stage.server.open(stale), await stage.server.open(theirs)]
    one.edit('By one.')
    other.edit('By the other.')
    await one.close()
    await lose(stage, other)
    await sweep()
    const [lost] = (await versionsOf(id)).filter(({ beside }) => beside)
    assert.equal(lost!.kind, 'recovered')
    const told = notices.heard.flatMap(({ userIds }) => userIds)
    assert.sameMembers(told, [owner.id, user.id])
    await present.close()
  })
  test('leave open whose it is where nobody was heard of, and tell all who were let in', async ({
    client,
    assert,
  }) => {
    const { id, owner, config, user, theirs } = await twoLetIn(client)
    goDeaf()
    const editor = await stage.server.open(theirs)
    editor.edit('By whom nobody heard.')
    await editor.close()
    listen()
    assert.deepEqual(stage.server.store.forgottenKeys(), [config.document.key])
    await sweep()
    const [, lost] = await versionsOf(id)
    assert.deepEqual([lost!.authorId, lost!.authorName], [null, 'Unknown'])
    assert.sameMembers([...notices.heard[0]!.userIds], [owner.id, user.id])
  })

  test('put it down to who alone was let in, though nobody was heard of', async ({
    client,
    assert,
  }) => {
    const { id, owner } = await staged(client)
    const first = await stage.server.open(await configOf(client, id, owner))
    first.edit('By the owner.')
    await first.close()
    const { user, config: theirs } = await entered(client, id)
    goDeaf()
    const editor = await stage.server.open(theirs)
    editor.edit('By whom nobody heard.')
    await editor.close()
    listen()
    await sweep()
    assert.deepEqual((await authorsOf(id)).slice(1), [owner.id, user.id])
  })

  test('leave open whose it is where one was sent out, and tell both', async ({
    client,
    assert,
  }) => {
    const { id, owner, config, user, theirs } = await twoLetIn(client)
    const late = await stage.server.open(theirs)
    const other = await stage.server.open(config)
    await other.close()
    late.edit('By who is sent out.')
    await actAsSystem('test', () => user.merge({ status: 'disabled' }).save())
    goDeaf()
    await late.close()
    listen()
    await (await app.container.make(ReviewOpenings)).handle({ userIds: [user.id] })
    await sweep()
    assert.deepEqual((await authorsOf(id)).slice(1), [null])
    assert.sameMembers([...notices.heard[0]!.userIds], [owner.id, user.id])
  })

  test('put it down to nobody whose work was here before', async ({ client, assert }) => {
    const { id, owner, config, user, theirs } = await twoLetIn(client)
    const first = await stage.server.open(config)
    await first.close()
    goDeaf()
    const second = await stage.server.open(theirs)
    second.edit('By whom nobody heard.')
    await second.close()
    listen()
    await sweep()
    assert.deepEqual((await authorsOf(id)).slice(1), [null])
    assert.sameMembers([...notices.heard[0]!.userIds], [owner.id, user.id])
  })
  test('leave open whose it is where somebody came since a save was refused, and tell both', async ({
    client,
    assert,
  }) => {
    const { id, owner, config, user, theirs } = await twoLetIn(client)
    const first = await stage.server.open(config)
    first.edit('By the owner.')
    stage.configure({ downloadLimit: 64 })
    await first.close()
    stage.configure()
    const second = await stage.server.open(theirs)
    second.edit('By who came since.')
    goDeaf()
    await second.close()
    listen()
    await sweep()
    assert.deepEqual((await authorsOf(id)).slice(1), [null])
    assert.sameMembers([...notices.heard[0]!.userIds], [owner.id, user.id])
  })

  test('leave open whose it is where somebody was let in since a save was refused, and tell both', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await staged(client)
    const first = await stage.server.open(config)
    first.edit('By the owner.')
    stage.configure({ downloadLimit: 64 })
    await first.close()
    stage.configure()
    const { user, config: theirs } = await entered(client, id)
    goDeaf()
    const second = await stage.server.open(theirs)
    second.edit('By whom nobody heard.')
    await second.close()
    listen()
    await sweep()
    assert.deepEqual((await authorsOf(id)).slice(1), [null])
    assert.sameMembers([...notices.heard.at(-1)!.userIds], [owner.id, user.id])
  })

  test('leave open whose it is of several who were never seen to leave', async ({
    client,
    assert,
  }) => {
    const { id, owner, config, user, theirs } = await twoLetIn(client)
    const first = await stage.server.open(config)
    await stage.server.open(theirs)
    first.edit('By the owner.')
    stage.server.crash()
    goDeaf()
    const again = await stage.server.open(config)
    await again.close()
    listen()
    await sweep()
    assert.deepEqual((await authorsOf(id)).slice(1), [null])
    assert.sameMembers([...notices.heard[0]!.userIds], [owner.id, user.id])
  })
})
