import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { clock } from '#kernel/state/main'
import { Rosters } from '../../../app/plugins/messaging/rosters/rosters.js'
import { online, person, text } from '../../helpers/messaging/people.js'
import { holder, makeDepartment, makeUser } from '../access/support/organisation.js'
import { ALL, entryOf, groupOf, LIST, MODERATION, stage } from './support/stage.js'

test.group('Moderation | conversations of others', () => {
  test('list what is known of them, never what is said', async ({ client, assert, cleanup }) => {
    const { ann, bob, moderator, caller, id, name } = await stage(client, cleanup)
    await ann.peer.ask(text('hidden words', { conversationId: id }))
    const idsBy = async (query: string) => {
      const { items } = await caller.must(caller.get(`${LIST}?keyword=${name}&${query}`))
      return items.map((one: { id: number }) => one.id)
    }
    const yesterday = new Date(clock.now() - 86_400_000).toISOString()
    for (const [query, isFound] of [
      [`memberId=${bob.user.id}`, true],
      [`memberId=${moderator.id}`, false],
      [`ownerId=${ann.user.id}&type=group&closed=false`, true],
      ['closed=true', false],
      [`createdAtFrom=${yesterday}&lastMessageAtFrom=${yesterday}`, true],
      [`lastMessageAtTo=${yesterday}`, false],
      ['sort=-lastMessageAt,name', true],
    ] as const)
      assert.deepEqual(await idsBy(query), isFound ? [id] : [], query)
    const listed = await caller.get(`${LIST}?keyword=${name.toUpperCase()}`)
    const [item] = listed.body().data.items
    assert.containSubset(item, {
      id,
      type: 'group',
      name,
      ownerName: ann.user.nickname,
      members: 2,
    })
    assert.notInclude(listed.text(), 'hidden words')
    assert.deepEqual(await caller.must(caller.get(`${LIST}/${id}`)), item)
  })

  test('close a group to writing, and open it', async ({ client, assert, cleanup }) => {
    const { ann, bob, moderator, caller, id, acts } = await stage(client, cleanup)
    const close = (closed: boolean) => caller.must(caller.put(`${LIST}/${id}/closed`, { closed }))
    await ann.peer.ask(text('before', { conversationId: id }))
    for (const _ of [1, 2]) await close(true)
    const { entries } = await bob.peer.next(entryOf('changed'))
    assert.containSubset(entries, [{ actorId: moderator.id, content: { closed: true } }])
    const refused = await bob.peer.ask(text('no', { conversationId: id }))
    assert.containSubset(refused, { code: 403, reason: 'E_CONVERSATION_CLOSED' })
    const read = await bob.peer.ask({ type: 'read', conversationId: id, seq: 2 })
    assert.equal(read.type, 'ack')
    assert.isString((await caller.must(caller.get(`${LIST}/${id}`))).closedAt)

    await close(false)
    await bob.peer.next(entryOf('changed'))
    const again = await bob.peer.ask(text('again', { conversationId: id }))
    assert.containSubset(again, { type: 'ack', seq: 5 })
    const of = { actorId: moderator.id, subjectId: String(id) }
    const noted = await acts()
    assert.lengthOf(noted, 2)
    assert.containSubset(noted, [
      { ...of, action: 'closed' },
      { ...of, action: 'opened' },
    ])
  })

  test('give a group to another member', async ({ client, assert, cleanup }) => {
    const { ann, bob, caller, id, acts } = await stage(client, cleanup)
    const give = (userId: number) => caller.put(`${LIST}/${id}/owner`, { userId })
    const refused = await give((await person()).user.id)
    refused.assertStatus(400)
    assert.equal(refused.body().data.reason, 'E_MEMBER')
    await caller.must(give(bob.user.id))
    const { entries } = await ann.peer.next(entryOf('role'))
    assert.deepEqual(entries[0].content, { userId: bob.user.id, role: 'owner' })
    const rename = (token: string) =>
      client.put(`/app/im/conversations/${id}`).bearerToken(token).json({ name: 'Mine' })
    ;(await rename(ann.token)).assertStatus(403)
    ;(await rename(bob.token)).assertStatus(200)
    assert.containSubset(await acts(), [
      { action: 'owner_changed', after: { userId: bob.user.id } },
    ])
  })

  test('delete a group for good, and tell who was in it', async ({ client, assert, cleanup }) => {
    const { ann, bob, caller, id, name, acts } = await stage(client, cleanup)
    const { seq } = await ann.peer.ask(text('gone', { conversationId: id }))
    const place = { conversationId: id, seq }
    await bob.peer.ask({ type: 'react', ...place, reaction: '👍', on: true })
    ;(await app.container.make(Rosters)).clear()
    await caller.must(caller.delete(`${LIST}/${id}`))
    for (const { peer } of [ann, bob]) {
      const { entries } = await peer.next(entryOf('left'))
      assert.sameMembers(entries[0].content.userIds, [ann.user.id, bob.user.id])
      const missed = await peer.ask({ type: 'sync', conversations: [{ id, seq }] })
      assert.deepEqual(missed.gone, [id])
    }
    const parts = ['conversation_entries', 'conversation_members', 'message_reactions']
    for (const table of parts)
      assert.lengthOf(await db.from(table).where('conversation_id', id), 0, table)
    assert.lengthOf(await db.from('conversations').where({ id }), 0)
    for (const frame of [text('anybody?', { conversationId: id }), { type: 'read', ...place }])
      assert.containSubset(await bob.peer.ask(frame), { code: 404, reason: 'E_NOT_FOUND' })
    ;(await caller.delete(`${LIST}/${id}`)).assertStatus(404)
    assert.containSubset(await acts(), [{ action: 'deleted', name }])
  })

  test('remove a message, live and by sync', async ({ client, assert, cleanup }) => {
    const { ann, bob, moderator, caller, id, acts } = await stage(client, cleanup)
    const { seq } = await ann.peer.ask(text('rude', { conversationId: id }))
    for (const _ of [1, 2]) await caller.must(caller.delete(`${LIST}/${id}/messages/${seq}`))
    const { entries } = await bob.peer.next(entryOf('recall'))
    assert.containSubset(entries, [{ targetSeq: seq, recalledBy: moderator.id }])
    await bob.peer.ask({ type: 'sync', conversations: [{ id, seq: 0 }] })
    const all = bob.peer.ofType('entries').at(-1)!.entries
    assert.containSubset(all[1], { seq, kind: 'message', content: null, recalledBy: moderator.id })
    assert.lengthOf(all, 3)
    const [removed, ...others] = await acts()
    assert.containSubset(removed, {
      action: 'message_removed',
      after: { seq, userId: ann.user.id },
    })
    assert.deepEqual(others, [])
    ;(await caller.delete(`${LIST}/${id}/messages/1`)).assertStatus(404)
  })

  test('act within reach alone, and on groups', async ({ client, cleanup }) => {
    const departmentId = await makeDepartment()
    const [ann, bob] = [await online({ departmentId }), await person()]
    cleanup(async () => void (await ann.peer.close()))
    const colleague = await makeUser([], departmentId)
    const within = await groupOf(client, ann.token, [colleague])
    const mixed = await groupOf(client, ann.token, [colleague, bob.user])
    const strange = await groupOf(client, bob.token, [])
    await ann.peer.ask(text('hello', { conversationId: mixed }))
    const { conversationId: direct } = await ann.peer.ask(text('hello', { to: colleague.id }))
    const { caller } = await holder(client, ALL, { dataScope: 'department', departmentId })
    const answersFor = async (id: number) => [
      await caller.put(`${LIST}/${id}/closed`, { closed: true }),
      await caller.put(`${LIST}/${id}/owner`, { userId: colleague.id }),
      await caller.get(`${LIST}/${id}/messages`),
      await caller.delete(`${LIST}/${id}`),
    ]
    const remove = (id: number) => caller.delete(`${LIST}/${id}/messages/2`)
    ;(await caller.get(`${LIST}/${mixed}`)).assertStatus(200)
    for (const [answers, status] of [
      [[...(await answersFor(mixed)), await remove(mixed)], 403],
      [[...(await answersFor(strange)), await remove(strange)], 404],
      [await answersFor(direct), 400],
      [await answersFor(within), 200],
    ] as const)
      for (const answer of answers) answer.assertStatus(status)
    const people = (id: number) => caller.get(`${MODERATION}/people/${id}/messages`)
    ;(await people(colleague.id)).assertStatus(200)
    ;(await people(bob.user.id)).assertStatus(404)
  })
})
