import { HttpContextFactory } from '@adonisjs/core/factories/http'
import { test } from '@japa/runner'
import vine from '@vinejs/vine'
import { drawn } from './routes.js'

const declared = vine.create({ title: vine.string() })
const stranger = vine.create({ title: vine.string() })

function requestTo(validator: typeof declared) {
  const [route] = drawn('library', (router) => {
    router
      .post('/app/books', async () => {})
      .public('nobody asked')
      .contract({ summary: 'Add a book', body: validator })
  })
  const ctx = new HttpContextFactory().create()
  ctx.route = route
  ctx.request.setInitialBody({ title: 'Emma' })
  return ctx.request
}

test.group('API description | validators', () => {
  test('let a route validate by the validator that its contract names', async ({ assert }) => {
    assert.deepEqual(await requestTo(declared).validateUsing(declared), { title: 'Emma' })
  })

  test('refuse to validate by one that it does not name', async ({ assert }) => {
    await assert.rejects(
      async () => requestTo(declared).validateUsing(stranger),
      /\/app\/books validates by a validator that its contract does not name/
    )
  })
})
