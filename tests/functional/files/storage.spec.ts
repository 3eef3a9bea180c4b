import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { clock } from '#kernel/state/clock'
import { makeOperator } from '../../helpers/accounts.js'
import { whileNoFolder } from '../../helpers/lost_storage.js'
import { openGate } from '../../helpers/open_gate.js'
import { wordBytes } from '../../helpers/packages.js'
import { ServiceProcess } from '../../helpers/service_process.js'

test.group('Files | a storage that cannot be used', (group) => {
  group.setup(() => openGate().shut)

  test('keeps the service from starting, in one sentence', async ({ assert, cleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-storage-'))
    cleanup(() => rm(folder, { recursive: true }))
    const STORAGE_ROOT = join(folder, 'file')
    await writeFile(STORAGE_ROOT, 'a file, and no folder')
    const service = ServiceProcess.spawn({ STORAGE_ROOT, DB_CONNECTION: 'sqlite', REDIS_URL: '' })
    assert.equal(await service.exit(), 1)
    assert.equal(
      service.output,
      `Files cannot be kept in ${STORAGE_ROOT} (ENOTDIR): give the service's user the right to write there, or set STORAGE_ROOT to a folder where it has it.\n`
    )
  })

  test('is seen in the health, and so is its return', async ({ client, cleanup }) => {
    cleanup(() => clock.restore())
    const health = async () => {
      clock.travel(60_000)
      return client.get('/actuator/health')
    }
    ;(await health()).assertStatus(200)
    await whileNoFolder(async () => {
      ;(await health()).assertStatus(503)
      ;(await client.get('/actuator/health/readiness')).assertStatus(200)
    })
    ;(await health()).assertStatus(200)
  })

  test('takes no upload, and says that it may be sent again', async ({ client }) => {
    const user = await makeOperator()
    const send = () =>
      client.post('/app/files').loginAs(user).file('file', wordBytes('x'), { filename: 'x.docx' })
    await whileNoFolder(async () => {
      ;(await send()).assertStatus(503)
    })
    ;(await send()).assertStatus(200)
  })
})
