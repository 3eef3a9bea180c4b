import { request, type ClientRequest } from 'node:http'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { writeCallback } from '../../fakes/document_server/signed_callback.js'
import { makeOperator } from '../../helpers/accounts.js'
import { EDITOR_SECRET, editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'
import { wordBytes } from '../../helpers/packages.js'
import { until } from '../../helpers/until.js'

/** As many as are held of one caller. */
const HELD = 4
const IDLE_SECONDS = 3

test.group('Documents | callbacks that are hung up on', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(() => {
    stage.configure({ downloadIdleSeconds: IDLE_SECONDS })
    return () => stage.configure()
  })

  type Session = Awaited<ReturnType<typeof staged>>

  /** A forced save whose history is too long to be read in passing, over a connection of its own. */
  function save({ config }: Session): ClientRequest {
    const { key } = config.document
    const change = { created: '2026-01-01 00:00:00', user: { id: '1', name: 'Ann' } }
    const history = { serverVersion: '9.3.1', changes: Array(3_000).fill(change) }
    const url = stage.server.offer(wordBytes(key), 'docx')
    const payload = { key, status: 6, url, users: ['1'], filetype: 'docx', history }
    const signing = { secret: EDITOR_SECRET, now: Date.now(), form: 'body' as const }
    const { headers, bodyText } = writeCallback(payload, signing)
    const { callbackUrl } = config.editorConfig
    return request(callbackUrl!, { method: 'POST', headers, agent: false }).end(bodyText)
  }

  function answerOf(sent: ClientRequest): Promise<number> {
    return new Promise((resolve, reject) => {
      sent.on('response', (response) => resolve(response.resume().statusCode!))
      sent.on('error', reject)
    })
  }

  async function sessions(client: ApiClient, count: number): Promise<Session[]> {
    const owner = await makeOperator()
    const all: Session[] = []
    for (let no = 0; no < count; no++) all.push(await staged(client, owner))
    return all
  }

  const hanging = () =>
    stage.server.log.of('download').filter(({ fault }) => fault === 'hanging').length

  test('keep their places until their work has ended', async ({ client, assert }) => {
    const all = await sessions(client, HELD + 1)
    const another = all.pop()!
    Object.assign(stage.server.faults, { output: 'hanging', outputTimes: HELD })

    const sent = all.map(save)
    await until(() => hanging() === HELD)
    for (const one of sent) one.on('error', () => undefined).destroy()
    assert.equal(await answerOf(save(another)), 503)

    await until(async () => (await answerOf(save(another))) === 200)
  })
})
