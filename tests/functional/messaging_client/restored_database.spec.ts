import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import type { MessagingClient } from '../../../clients/messaging/src/index.js'
import { freePort } from '../../helpers/free_port.js'
import { Chatter } from '../../helpers/messaging/client.js'
import { eventually } from '../../helpers/messaging/people.js'
import { bearer, logIn, makeAccounts } from '../../helpers/messaging/service_people.js'
import { SECRETS, ServiceProcess } from '../../helpers/service_process.js'

const titlesOf = (client: MessagingClient) => {
  const titles: string[] = []
  client.on('notice', ({ content }) => void titles.push((content as { title: string }).title))
  return titles
}

/** One after another, as an administrator. */
async function tell(service: ServiceProcess, userId: number, titles: readonly string[]) {
  const headers = bearer(await logIn(service, 'admin', SECRETS.ADMIN_PASSWORD))
  for (const title of titles) {
    const notice = { to: { userIds: [userId] }, title, body: 'B' }
    const response = await service.post('/app/im/notices', notice, headers)
    if (response.status !== 200) throw new Error(await response.text())
  }
}

test.group('Messaging client | restored database', () => {
  test('hear every notice once through stops, a restored file and a new start', async ({
    assert,
    cleanup,
  }) => {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-restored-'))
    const [file, copy] = [join(folder, 'a.sqlite3'), join(folder, 'backup.sqlite3')]
    const env = { DB_CONNECTION: 'sqlite', SQLITE_PATH: file, PORT: String(await freePort()) }
    let service = await ServiceProcess.start(env)
    cleanup(async () => {
      await service.stop()
      await rm(folder, { recursive: true, force: true })
    })
    const { id, token } = (await makeAccounts(service, 1))[0]!
    const { client } = Chatter.of(token, { baseUrl: service.url })
    cleanup(() => client.close())
    const titles = titlesOf(client)
    client.connect()
    await tell(service, id, ['lasting'])
    await eventually(() => titles.length === 1)

    await service.stop()
    await copyFile(file, copy)
    service = await ServiceProcess.start(env)
    await tell(service, id, ['lost 1', 'lost 2', 'lost 3'])
    await eventually(() => titles.length === 4)

    await service.stop()
    for (const end of ['-wal', '-shm']) await rm(file + end, { force: true })
    await copyFile(copy, file)
    service = await ServiceProcess.start(env)
    await tell(service, id, ['new 1', 'new 2'])
    await eventually(() => client.state === 'online')
    await tell(service, id, ['new 3', 'new 4'])
    await eventually(() => titles.includes('new 4'))
    assert.deepEqual(titles, [
      ...['lasting', 'lost 1', 'lost 2', 'lost 3'],
      ...['new 1', 'new 2', 'new 3', 'new 4'],
    ])
  }).timeout(120_000)
})
