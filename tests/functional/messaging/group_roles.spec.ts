import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { callsOf, groupOf } from '#tests/helpers/messaging/calls'
import { entryOf } from '#tests/helpers/messaging/entries'
import { online, person, text, type Person } from '#tests/helpers/messaging/people'
import { onEveryDatabase } from '#tests/helpers/on_every_database'

type Member = { userId: number; role: string }

const rolesIn = async (client: ApiClient, id: number, who: Person) => {
  const { items } = await callsOf(client, who).get(`conversations/${id}/members`)
  return new Map(items.map(({ userId, role }: Member) => [userId, role]))
}

test.group('Messaging | roles in groups', (group) => {
  onEveryDatabase(group)

  test('let administrators change it and its members, its owner more, and members nothing', async ({
    client,
    assert,
  }) => {
    const [ann, bob, cy, dan] = [await online(), await person(), await person(), await person()]
    const id = await groupOf(client, ann, [bob, cy])
    const path = `conversations/${id}`
    const roleOf = ({ user }: Person) => `${path}/members/${user.id}/role`
    const [asAnn, asBob, asCy] = [ann, bob, cy].map((one) => callsOf(client, one))
    await asAnn!.put(roleOf(bob), { role: 'admin' })
    await asAnn!.put(roleOf(bob), { role: 'admin' })
    const { entries } = await ann.peer.next(entryOf('role'))
    assert.containSubset(entries[0], {
      ...{ seq: 2, actorId: ann.user.id, content: { userId: bob.user.id, role: 'admin' } },
    })

    const changes = [
      ['put', path, { name: 'Mine' }],
      ['post', `${path}/members`, { userIds: [dan.user.id] }],
      ['delete', `${path}/members/${dan.user.id}`],
    ] as const
    for (const [method, to, body] of changes) {
      const refused = await asCy!.ask(method, to, body)
      refused.assertStatus(403)
      assert.equal(refused.body().data.reason, 'E_ADMINS_ONLY')
    }
    for (const [method, to, body] of changes) (await asBob!.ask(method, to, body)).assertStatus(200)
    const owned = [
      ['put', `${path}/owner`, { userId: bob.user.id }, 'E_OWNER_ONLY'],
      ['put', roleOf(cy), { role: 'admin' }, 'E_OWNER_ONLY'],
      ['put', roleOf(bob), { role: 'member' }, 'E_OWNER_ONLY'],
      ['delete', `${path}/members/${ann.user.id}`, undefined, 'E_ADMINS_ONLY'],
    ] as const
    for (const [method, to, body, reason] of owned) {
      const refused = await asBob!.ask(method, to, body)
      refused.assertStatus(403)
      assert.equal(refused.body().data.reason, reason)
    }
    const { seq } = await ann.peer.ask(text('one', { conversationId: id }))
    const asOthers = callsOf(client, dan)
    for (const [method, to, body] of [...changes, ...owned])
      (await asOthers.ask(method, to, body)).assertStatus(404)
    ;(await asAnn!.ask('put', roleOf(ann), { role: 'member' })).assertStatus(403)

    assert.equal((await asBob!.get(path)).name, 'Mine')
    await asAnn!.put(`${path}/owner`, { userId: cy.user.id })
    assert.deepEqual(
      [...(await rolesIn(client, id, cy))],
      [
        [ann.user.id, 'member'],
        [bob.user.id, 'admin'],
        [cy.user.id, 'owner'],
      ]
    )
    assert.isAbove(seq, 4)
  })

  test('let administrators recall what others wrote', async ({ client, assert }) => {
    const [ann, bob, cy] = [await online(), await online(), await online()]
    const id = await groupOf(client, ann, [bob, cy])
    await callsOf(client, ann).put(`conversations/${id}/members/${bob.user.id}/role`, {
      role: 'admin',
    })
    const { seq } = await ann.peer.ask(text('a word', { conversationId: id }))
    const recall = { type: 'recall', conversationId: id, seq }
    assert.equal((await cy.peer.ask(recall)).reason, 'E_RECALL_REFUSED')
    assert.equal((await bob.peer.ask(recall)).type, 'ack')
    const { entries } = await ann.peer.next(entryOf('recall'))
    assert.equal(entries[0].recalledBy, bob.user.id)
  })

  test('go to an administrator when the owner leaves, else to who is in it for longest', async ({
    client,
    assert,
  }) => {
    const [ann, bob, cy, dan] = [await person(), await person(), await person(), await online()]
    const id = await groupOf(client, ann, [bob, cy, dan])
    const path = `conversations/${id}`
    await callsOf(client, ann).put(`${path}/members/${cy.user.id}/role`, { role: 'admin' })
    await callsOf(client, ann).post(`${path}/leave`)
    const left = await dan.peer.next(entryOf('left'))
    assert.containSubset(left.entries, [
      { actorId: ann.user.id, content: { userIds: [ann.user.id] } },
    ])
    assert.equal((await rolesIn(client, id, dan)).get(cy.user.id), 'owner')
    await callsOf(client, cy).post(`${path}/leave`)
    assert.equal((await rolesIn(client, id, dan)).get(bob.user.id), 'owner')
    await callsOf(client, bob).post(`${path}/leave`)
    await callsOf(client, dan).post(`${path}/leave`)
    assert.equal((await callsOf(client, dan).get('conversations')).total, 0)
  })
})
