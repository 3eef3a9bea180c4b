import { HttpRequest, RequestValidator } from '@adonisjs/core/http'
import { HttpContextFactory } from '@adonisjs/core/factories/http'
import { test } from '@japa/runner'
import vine from '@vinejs/vine'
import { beforeValidation } from '#kernel/patches/main'

const validator = vine.create({ title: vine.string() })

function requestOf(body: Record<string, unknown>): HttpRequest {
  const { request } = new HttpContextFactory().create()
  request.setInitialBody(body)
  return request
}

test.group('Patches | beforeValidation', (group) => {
  const { validateUsing, tryValidateUsing } = HttpRequest.prototype
  group.each.teardown(() => {
    Object.assign(HttpRequest.prototype, { validateUsing, tryValidateUsing })
  })

  test('is needed while the framework has hooks for messages and reporters alone', ({ assert }) => {
    const ofEveryClass = Object.getOwnPropertyNames(class {})
    const hooks = Object.getOwnPropertyNames(RequestValidator)
    assert.sameMembers(hooks, [...ofEveryClass, 'errorReporter', 'messagesProvider'])
  })

  test('hears of the validator before it is used, and may refuse it', async ({ assert }) => {
    const heard: unknown[] = []
    beforeValidation((_, used) => heard.push(used))
    const request = requestOf({ title: 'Emma' })
    assert.deepEqual(await request.validateUsing(validator), { title: 'Emma' })
    assert.deepEqual(await request.tryValidateUsing(validator), [null, { title: 'Emma' }])
    assert.deepEqual(heard, [validator, validator])

    beforeValidation(() => {
      throw new Error('not this one')
    })
    await assert.rejects(async () => requestOf({}).validateUsing(validator), 'not this one')
  })
})
