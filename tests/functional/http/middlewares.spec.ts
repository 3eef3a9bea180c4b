import router from '@adonisjs/core/services/router'
import server from '@adonisjs/core/services/server'
import { test } from '@japa/runner'

const MOST = 9

test.group('HTTP | middlewares', () => {
  test(`a request passes at most ${MOST}`, ({ assert }) => {
    const ofServer = server.getMiddlewareList().length
    for (const { pattern, middleware } of Object.values(router.toJSON()).flat())
      assert.isAtMost(ofServer + middleware.all().size, MOST, pattern)
  })
})
