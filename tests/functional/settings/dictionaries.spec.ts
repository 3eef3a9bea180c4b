import { test } from '@japa/runner'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { freshName, loggedIn } from '../../helpers/accounts.js'
import { administrator } from '../access/support/caller.js'
import { holder } from '../access/support/organisation.js'

const codeOf = () => freshName('dictionary').replaceAll(/[^a-z0-9]/g, '_')
const item = (value: string, more: object = {}) => ({ value, labels: { en: value }, ...more })

test.group('Settings | dictionaries', (group) => {
  onEveryDatabase(group)

  test('are made, listed, changed as a whole and deleted', async ({ client, assert }) => {
    const [admin, code] = [await administrator(client), codeOf()]
    const items = [
      { value: 'paid', labels: { en: 'Paid', zh: '已付款' }, colour: 'success', sort: 2 },
      { value: 'open', labels: { en: 'Open', zh: '未付款' }, colour: '#ff8800', sort: 1 },
    ]
    const made = await admin.must(admin.post('dictionaries', { code, name: 'Orders', items }))
    assert.containSubset(made, { code, name: 'Orders', status: 'enabled', itemCount: 2 })
    assert.deepEqual(made.items, [items[1], items[0]])
    const { items: listed } = await admin.must(admin.get(`dictionaries?keyword=${code}`))
    assert.containSubset(listed, [{ id: made.id, itemCount: 2 }])

    const { updatedAt } = made
    const path = `dictionaries/${made.id}`
    const changed = await admin.must(admin.put(path, { items: [item('new')], updatedAt }))
    assert.deepEqual(changed.items, [item('new', { colour: null, sort: 1 })])
    const stale = await admin.put(path, { name: 'Late', updatedAt })
    stale.assertStatus(409)
    assert.equal(stale.body().data.errors[0].field, 'updatedAt')

    const csv = await admin.get(`dictionaries/export?code=${code}`)
    assert.match(csv.text(), new RegExp(`${code},Orders,enabled,new,`))
    await admin.must(admin.delete(path))
    ;(await admin.get(path)).assertStatus(404)
    ;(await admin.delete(path)).assertStatus(404)
    ;(await admin.put(path, { name: 'Gone' })).assertStatus(404)
  })

  test('refuse what is broken, and a code that is taken', async ({ client, assert }) => {
    const [admin, code] = [await administrator(client), codeOf()]
    const name = 'Broken'
    const broken: [field: string, items: unknown][] = [
      ['items', 'a'],
      ['items', Array.from({ length: 501 }, (_, index) => item(`v${index}`))],
      ['items', [item('same'), item('same')]],
      ['items.0.labels', [item('a', { labels: {} })]],
      ['items.0.labels', [item('a', { labels: { '../x': 'A' } })]],
      ['items.0.labels.en', [item('a', { labels: { en: '' } })]],
      ['items.0.colour', [item('a', { colour: 'mauve' })]],
      ['items.0.sort', [item('a', { sort: 1.5 })]],
      ['items.0.value', [item('')]],
    ]
    for (const [field, items] of broken) {
      const answer = await admin.post('dictionaries', { code, name, items })
      answer.assertStatus(422)
      assert.equal(answer.body().data.errors[0].field, field)
    }
    for (const wrong of ['Upper', 'a-b', '1a', ''])
      (await admin.post('dictionaries', { code: wrong, name, items: [] })).assertStatus(422)
    const many = Array.from({ length: 500 }, (_, index) => item(`v${index}`))
    await admin.must(admin.post('dictionaries', { code, name, items: many }))
    const other = await admin.must(admin.post('dictionaries', { code: codeOf(), name, items: [] }))
    for (const answer of [
      await admin.post('dictionaries', { code, name, items: [] }),
      await admin.put(`dictionaries/${other.id}`, { code }),
    ]) {
      answer.assertStatus(409)
      assert.equal(answer.body().data.errors[0].field, 'code')
    }
  })

  test('are given to everybody who is logged in while they are enabled', async ({
    client,
    assert,
  }) => {
    const [admin, one, two] = [await administrator(client), codeOf(), codeOf()]
    const make = (code: string) =>
      admin.must(admin.post('dictionaries', { code, name: 'N', items: [item('a')] }))
    const { id } = await make(one)
    await make(two)
    const { accessToken } = await loggedIn(client)
    const path = `/app/dictionaries?codes=${two},${one},absent`
    const codes = async () => {
      const answer = await client.get(path).bearerToken(accessToken)
      return answer.body().data.map(({ code }: { code: string }) => code)
    }
    assert.deepEqual(await codes(), [two, one])
    await admin.must(admin.put(`dictionaries/${id}`, { status: 'disabled' }))
    assert.deepEqual(await codes(), [two])
    ;(await client.get(path)).assertStatus(401)
    ;(await client.get('/app/dictionaries').bearerToken(accessToken)).assertStatus(422)
  })

  test('ask for their permissions', async ({ client }) => {
    const { caller } = await holder(client, ['system:dictionary:list'])
    ;(await caller.get('dictionaries')).assertStatus(200)
    ;(await caller.post('dictionaries', { code: codeOf(), name: 'N' })).assertStatus(403)
    ;(await caller.get('dictionaries/export')).assertStatus(403)
  })
})
