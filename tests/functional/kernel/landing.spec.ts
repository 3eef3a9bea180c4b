import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Landing } from '#kernel/pages/main'
import { baseUrl } from '#tests/helpers/download'

test.group('HTTP | the page at the root', () => {
  test('lead to the console', async ({ assert }) => {
    const response = await fetch(baseUrl(), { redirect: 'manual' })
    assert.equal(response.status, 302)
    assert.equal(response.headers.get('location'), 'console/')
  })
})

test.group('HTTP | the page at the root, without a console', (group) => {
  group.setup(async () => {
    const landing = await app.container.make(Landing)
    const { home } = landing
    landing.home = null
    return () => void (landing.home = home)
  })

  test('lead to pages that open', async ({ client, assert }) => {
    const page = await client.get('/')
    page.assertStatus(200)
    assert.match(page.header('content-type')!, /^text\/html/)

    const doors = [...page.text().matchAll(/href="([^":]+)"/g)].map(([, href]) => href!)
    assert.includeMembers(doors, ['landing.css', 'docs', 'actuator/health'])
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
