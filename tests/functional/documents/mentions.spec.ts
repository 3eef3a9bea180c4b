import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { DateTime } from 'luxon'
import { nothing } from '#kernel/acting/main'
import type { User } from '#plugins/identity/main'
import { editorIdOf } from '../../../app/plugins/documents/editor/editor_ids.js'
import DocumentShare from '../../../app/plugins/documents/models/document_share.js'
import { freshName, makeOperator } from '../../helpers/accounts.js'
import { blank } from '../../helpers/editor_stage.js'
import { openGateOf } from '../../helpers/open_gate.js'
import { makeDepartment, makeRole, makeUser } from '../access/support/organisation.js'

const SHOW = 'document:document:show'
const EDITORS_ADDRESS = /^[A-Z0-9._%+-]+@[A-Z0-9._-]+\.[A-Z]+$/i

const LONG = 'x'.repeat(257)
const place = (type: string, data: string) => ({ action: { type, data } })

interface Shown {
  id: string
  name: string
  email: string
}

function share(documentId: number, values: Partial<DocumentShare>) {
  return DocumentShare.create({ documentId, endsAt: null, ...values })
}

/** What the service told somebody, oldest first. */
async function noticesOf(client: ApiClient, user: User) {
  const list = await client.get('/app/im/conversations').loginAs(user)
  const [system] = list.body().data.items.filter(({ type }: { type: string }) => type === 'system')
  if (!system) return []
  const told = await client.get(`/app/im/conversations/${system.id}/messages`).loginAs(user)
  return told.body().data.items.map(({ content }: { content: unknown }) => content)
}

test.group('Documents | mentions', (group) => {
  const gate = openGateOf(group)
  let ann: User
  let bob: User
  let id: number
  group.each.setup(async ({ context: { client } }) => {
    const family = freshName('family')
    ann = await makeOperator({ nickname: `Ann ${family}`, email: `${family}@example.com` })
    bob = await makeOperator({ nickname: `Bob ${family}`, email: `b.${family}@example.com` })
    id = await blank(client, ann)
  })
  const familyOf = ({ nickname }: User) => nickname.split(' ')[1]!

  const mentionable = async (client: ApiClient, qs: Record<string, string> = {}, as = ann) => {
    const answer = await client.get(`/app/document/${id}/mentionable`).loginAs(as).qs(qs)
    answer.assertStatus(200)
    return answer.body().data as { c: string; users: Shown[]; isPaginated?: boolean }
  }
  const mention = (client: ApiClient, body: object, as = ann) =>
    client.post(`/app/document/${id}/mentions`).loginAs(as).json(body)

  test('offer those who may see the document, but not oneself', async ({ client, assert }) => {
    const family = familyOf(ann)
    const eve = await makeOperator({ nickname: `Eve ${family}` })
    await makeOperator({ nickname: `Gone ${family}`, status: 'disabled' })
    gate.tell(eve.id, nothing)
    const { c, users } = await mentionable(client, { keyword: family.toUpperCase() })
    assert.equal(c, 'mention')
    assert.deepEqual(users, [
      { id: editorIdOf(bob.id), name: bob.nickname, email: `${bob.username}@users.invalid` },
    ])
    for (const { email } of users) assert.match(email, EDITORS_ADDRESS)
    assert.notInclude(JSON.stringify(users), 'example.com')
    gate.tell(eve.id, null)
    assert.lengthOf((await mentionable(client, { keyword: family })).users, 1)
  })

  test('offer a list in parts, and say that it is one', async ({ client, assert }) => {
    const family = freshName('crowd')
    const crowd = await Array.fromAsync({ length: 5 }, async (_, index) => {
      const one = await makeOperator({ nickname: `${family} ${index}` })
      return editorIdOf(one.id)
    })
    const part = async (from: string) =>
      mentionable(client, { keyword: `${family} `, from, count: '2' })
    const parts = [await part('0'), await part('2'), await part('4'), await part('6')]
    assert.deepEqual(
      parts.flatMap(({ users }) => users.map((user) => user.id)),
      crowd
    )
    assert.isTrue(parts.every(({ isPaginated }) => isPaginated))
  })

  test('tell somebody once, however often named, and where', async ({ client, assert }) => {
    const actionLink = place('comment', '1_631')
    const told = await mention(client, {
      userIds: [bob.id, bob.id, ann.id],
      emails: [bob.email!.toUpperCase(), `${bob.username}@users.invalid`, bob.username],
      comment: '+Bob, is that right?',
      actionLink,
    })
    told.assertStatus(200)
    assert.deepEqual(told.body().data, { told: [bob.id], unreached: { userIds: [], emails: [] } })
    assert.deepEqual(await noticesOf(client, bob), [
      {
        title: `${ann.nickname} mentioned you in “Minutes”`,
        body: '+Bob, is that right?',
        data: { kind: 'document.mention', documentId: id, actionLink },
      },
    ])
    assert.deepEqual(await noticesOf(client, ann), [])
    const logs = await client.get(`/app/document/${id}/logs`).loginAs(ann)
    assert.containsSubset(logs.body().data.items[0], {
      action: 'mentioned',
      operatorId: ann.id,
      detail: { userIds: [bob.id] },
    })
  })

  test('tell nobody who may not see it, as if they were nobody', async ({ client, assert }) => {
    const [eve, off] = [await makeOperator(), await makeOperator({ status: 'disabled' })]
    gate.tell(eve.id, nothing)
    const strangers = [`${eve.username}@users.invalid`, 'nobody@example.com', 'no address at all']
    const told = await mention(client, {
      userIds: [eve.id, off.id, 2_000_000_000],
      emails: [...strangers, `${bob.id}@id.users.invalid`],
    })
    assert.deepEqual(told.body().data, {
      told: [],
      unreached: { userIds: [eve.id, off.id, 2_000_000_000], emails: strangers },
    })
    assert.deepEqual(await noticesOf(client, eve), [])
    const [notice] = await noticesOf(client, bob)
    assert.equal(notice.body, 'Open the document to see where.')
  })

  test('tell a comment as plain text, and not all of a long one', async ({ client, assert }) => {
    const markup =
      'See <b>this</b>: 1 < 2 <img src=x onerror=alert(1)> <!-- no --><script>x</script>\u0007'
    await mention(client, { userIds: [bob.id], comment: markup })
    await mention(client, { userIds: [bob.id], comment: '猫'.repeat(10_000) })
    const [first, second] = await noticesOf(client, bob)
    assert.equal(first.body, 'See this: 1 < 2  x')
    assert.equal(second.body, `${'猫'.repeat(499)}…`)
  })

  test('refuse {title}')
    .with([
      { title: 'nobody at all', body: {} },
      { title: 'five thousand people', body: { userIds: Array(5_000).fill(1) } },
      { title: 'too many addresses', body: { emails: Array(201).fill('a@example.com') } },
      { title: 'a comment like a book', body: { userIds: [1], comment: 'x'.repeat(10_001) } },
      { title: 'an unknown place', body: { userIds: [1], actionLink: place('script', 'x') } },
      { title: 'a long place', body: { userIds: [1], actionLink: place('comment', LONG) } },
    ])
    .run(async ({ client, assert }, { body }) => {
      const refused = await mention(client, body)
      refused.assertStatus(422)
      assert.isNotEmpty(refused.body().data.errors)
    })
})

test.group('Documents | mentions and real roles', () => {
  test('offer exactly those who find the document themselves', async ({ client, assert }) => {
    const [upper, other] = [await makeDepartment(), await makeDepartment()]
    const lower = await makeDepartment(upper)
    const permissions = [SHOW, 'document:document:create']
    const scopes = ['all', 'department_and_below', 'department', 'self', 'custom'] as const
    const roles = await Array.fromAsync(scopes, (dataScope) =>
      makeRole({ permissions, dataScope, departmentIds: dataScope === 'custom' ? [lower] : [] })
    )
    const without = await makeRole({ permissions: ['document:document:list'] })
    const off = await makeRole({ permissions, status: 'disabled' })
    const cast = [await makeUser([without], lower), await makeUser([off], lower)]
    for (const department of [upper, lower, other, null])
      for (const role of roles) cast.push(await makeUser([role], department))
    cast.push(await makeUser([roles[3]!, roles[4]!], other))

    const owner = await makeUser([roles[0]!], lower)
    const id = await blank(client, owner)
    const [, , , selfish, custom] = roles
    const ended = DateTime.utc().minus({ hours: 1 })
    await share(id, { subjectType: 'user', subjectId: cast.at(-1)!.id, level: 'fill' })
    await share(id, { subjectType: 'department', subjectId: upper, level: 'view' })
    await share(id, { subjectType: 'role', subjectId: custom!.id, level: 'comment', endsAt: ended })
    await share(id, { subjectType: 'role', subjectId: selfish!.id, level: 'edit' })
    const list = await client
      .get(`/app/document/${id}/mentionable`)
      .loginAs(owner)
      .qs({ keyword: owner.username.replace(/\d+$/, '') })
    list.assertStatus(200)
    const offered = new Set(list.body().data.users.map((user: Shown) => Number(user.id)))
    for (const one of cast) {
      const shown = await client.get(`/app/document/${id}`).loginAs(one)
      assert.equal(offered.has(one.id), shown.status() === 200, `${one.username} ${shown.status()}`)
    }
  })
})
