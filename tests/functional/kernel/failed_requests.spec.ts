import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { OwnDatabase } from '../../helpers/own_database.js'
import { SECRETS, ServiceProcess } from '../../helpers/service_process.js'
import { until } from '../../helpers/until.js'

const ADMIN = { username: 'admin', password: SECRETS.ADMIN_PASSWORD }

test.group('Kernel | requests that fail', () => {
  test('are logged by method and pattern, not by what people have sent', async ({
    assert,
    cleanup,
  }) => {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-failed-'))
    cleanup(() => rm(folder, { recursive: true, force: true }))
    const own = await OwnDatabase.make(folder)
    cleanup(() => own.drop())
    const service = await ServiceProcess.start({ ...own.env, DATABASE_URL: '' })
    cleanup(async () => void (await service.stop()))
    const login = (await (await service.post('/app/auth/login', ADMIN)).json()) as {
      data: { accessToken: string }
    }
    const name = `failing_${own.env.DB_DATABASE ?? 'file'}`
    const { config } = db.manager.get(db.primaryConnectionName)!
    const place = own.env.SQLITE_PATH
      ? { filename: own.env.SQLITE_PATH }
      : { ...(config.connection as object), database: own.env.DB_DATABASE }
    db.manager.add(name, { ...config, connection: place } as typeof config)
    cleanup(() => db.manager.close(name, true))
    await db.connection(name).rawQuery('alter table stored_files rename to files_elsewhere')

    const authorization = `Bearer ${login.data.accessToken}`
    const answer = await service.get('/app/files/4711?page=1', { authorization })
    assert.equal(answer.status, 500)
    await until(() => service.output.includes('request failed'))
    const line = service.output.split('\n').find((text) => text.includes('request failed'))!
    const { method, route, requestId } = JSON.parse(line) as Record<string, string>
    assert.deepEqual([method, route], ['GET', '/app/files/:id'])
    assert.equal(requestId, answer.headers.get('x-request-id'))
  })
})
