import { test } from '@japa/runner'
import { clock } from '#kernel/state/main'
import { makeOperator } from '../../helpers/accounts.js'
import { whileNoFolder } from '../../helpers/lost_storage.js'
import { openGate } from '../../helpers/open_gate.js'
import { wordBytes } from '../../helpers/packages.js'

test.group('Files | a storage that cannot be used', (group) => {
  group.setup(() => openGate().shut)

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
