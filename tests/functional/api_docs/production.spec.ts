import { test } from '@japa/runner'
import { ServiceProcess } from '#tests/helpers/service_process'

const ADDRESSES = ['/v3/api-docs', '/v3/api-docs.yaml', '/v3/api-docs/identity', '/v3/async-docs']

const production = { NODE_ENV: 'production', DB_CONNECTION: 'sqlite', REDIS_URL: '' }

test.group('API description | in production', () => {
  test('not be there unless it is switched on', async ({ assert, cleanup }) => {
    const service = await ServiceProcess.start(production)
    cleanup(() => service.stop().then(() => {}))
    for (const address of [...ADDRESSES, '/docs', '/docs/page.js']) {
      assert.equal((await service.get(address)).status, 404, address)
    }
  })

  test('be there, at the path that was set, when it is switched on', async ({
    assert,
    cleanup,
  }) => {
    const service = await ServiceProcess.start({
      ...production,
      API_DOCS_ENABLED: 'true',
      API_DOCS_UI_PATH: '/internal/api/',
    })
    cleanup(() => service.stop().then(() => {}))
    for (const address of [...ADDRESSES, '/internal/api', '/internal/api/page.js']) {
      assert.equal((await service.get(address)).status, 200, address)
    }
    assert.equal((await service.get('/docs')).status, 404)
    const page = await (await service.get('/internal/api')).text()
    assert.include(page, 'src="api/page.js"')
    assert.include(page, 'data-service="../"')
  })
})
