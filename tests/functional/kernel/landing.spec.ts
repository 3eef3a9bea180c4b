import { test } from '@japa/runner'
import { baseUrl } from '#tests/helpers/download'

test.group('HTTP | the page at the root', () => {
  test('lead to doors that open', async ({ client, assert }) => {
    const page = await client.get('/')
    page.assertStatus(200)
    assert.match(page.header('content-type')!, /^text\/html/)

    const doors = [...page.text().matchAll(/href="([^":]+)"/g)].map(([, href]) => href!)
    assert.includeMembers(doors, ['landing.css', 'docs', 'editor/demo', 'actuator/health'])
    for (const door of doors) {
      const response = await fetch(new URL(door, `${baseUrl()}/`))
      assert.equal(response.status, 200, door)
      await response.body?.cancel()
    }
  })

  test('load nothing from elsewhere and run nothing', async ({ client, assert }) => {
    const page = await client.get('/')
    assert.match(page.header('content-security-policy')!, /default-src 'none'/)
    assert.notMatch(page.text(), /<script|https?:/)
  })
})
