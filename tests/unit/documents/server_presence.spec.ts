import { Logger } from '@adonisjs/core/logger'
import { test } from '@japa/runner'
import { EditorSettings } from '../../../app/plugins/documents/editor/editor_settings.js'
import type { OwnSessions } from '../../../app/plugins/documents/editor/own_sessions.js'
import { ServerPresence } from '../../../app/plugins/documents/editor/server_presence.js'
import { ServerRequests } from '../../../app/plugins/documents/editor/server_requests.js'
import { CommandService } from '../../../app/plugins/documents/editor/command_service.js'
import { FakeDocumentServer } from '../../fakes/document_server/server.js'
import { Secret } from '@adonisjs/core/helpers'
import type { EditorConfig } from '#plugins/documents/main'

/** A question for its version does nothing to any session. */
const NOT_ASKED = {} as OwnSessions

const SECRET = 'a secret that both sides of the editor share'

test.group('Document server | its absence', () => {
  test('log a loss once, and the return once, however often it is asked', async ({
    assert,
    cleanup,
  }) => {
    const lines: { level: number; msg: string }[] = []
    const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
    const logger = new Logger({ enabled: true, level: 'info', destination })
    const presence = new ServerPresence(logger)
    const commands = (documentServerUrl: string) => {
      const config = { enabled: true, documentServerUrl, publicBaseUrl: 'http://127.0.0.1:2' }
      const settings = new EditorSettings({
        ...config,
        secret: new Secret(SECRET),
        appKey: new Secret(SECRET),
      } as unknown as EditorConfig)
      return new CommandService(new ServerRequests(settings, presence), NOT_ASKED)
    }
    const server = await FakeDocumentServer.start({ secret: SECRET })
    cleanup(() => server.stop())
    const [there, away] = [commands(server.url), commands('http://127.0.0.1:1')]

    await there.send('version')
    for (let asked = 0; asked < 3; asked++) await assert.rejects(() => away.send('version'))
    for (let asked = 0; asked < 3; asked++) await there.send('version')
    assert.deepEqual(
      lines.map(({ msg }) => msg),
      ['the document server is lost: see node ace editor:doctor', 'the document server is back']
    )
  })
})
