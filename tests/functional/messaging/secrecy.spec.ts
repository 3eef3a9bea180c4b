import { test } from '@japa/runner'
import { until } from '../../helpers/until.js'
import { Peer } from '../../helpers/messaging/peer.js'
import { bearer, makeAccounts, socketOf } from '../../helpers/messaging/service_people.js'
import { ServiceProcess } from '../../helpers/service_process.js'

const isReady = ({ type }: { type: string }) => type === 'ready'

test.group('Messaging | secrecy', () => {
  test('write no token and no ticket into the log, whichever way they came', async ({ assert }) => {
    const service = await ServiceProcess.start({
      LOG_LEVEL: 'trace',
      DB_CONNECTION: 'sqlite',
      REDIS_URL: '',
    })
    const [ann] = await makeAccounts(service, 1)
    const { token } = ann!
    const answer = await service.post('/app/im/ticket', {}, bearer(token))
    const { ticket } = ((await answer.json()) as { data: { ticket: string } }).data
    const spoilt = `${token.slice(0, -6)}AAAAAA`

    const ways = [
      Peer.connect(socketOf(service, `?ticket=${ticket}`)),
      Peer.connect(socketOf(service, `?token=${token}`)),
      Peer.connect(socketOf(service), { headers: bearer(token) }),
      Peer.connect(socketOf(service), {}, ['im.v1', `bearer.${token}`]),
    ]
    for (const peer of ways) await peer.next(isReady)
    const inBand = Peer.connect(socketOf(service))
    inBand.ws.once('open', () => inBand.send({ type: 'auth', token }))
    await inBand.next(isReady)
    await inBand.ask({ type: 'auth', token: spoilt })
    for (const query of [`?token=${spoilt}`, `?ticket=${ticket}`, `?token=${token}%00`])
      await Peer.refused(socketOf(service, query))
    const elsewhere = socketOf(service, `?token=${token}`).replace('/ws/im', '/ws/other')
    await Peer.refused(elsewhere)
    await service.get(`/app/im/events?ticket=${ticket}`)
    await service.get(`/app/im/events?token=${token}`)
    for (const peer of [...ways, inBand]) await peer.close()

    await service.stop()
    await until(() => service.output.length > 0)
    for (const secret of [token, spoilt, ticket, token.split('.')[2]!])
      assert.notInclude(service.output, secret)
  })
})
