import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { probe } from '../../../app/plugins/documents/editor/probe.js'
import { boundedText } from '../../../app/plugins/documents/editor/bounded_answer.js'
import { CommandService } from '../../../app/plugins/documents/editor/command_service.js'
import { ConverterService } from '../../../app/plugins/documents/editor/converter_service.js'
import { editorStage, type EditorStage } from '../../helpers/editor_stage.js'

const MB = 1024 * 1024
const BLANKS = Buffer.alloc(MB, ' ')

/** Far beyond every bound; who reads it to its end has read it whole. */
const ENDLESS_MB = 64

interface Pouring extends AsyncDisposable {
  url: string
  /** As often as it was asked. */
  requests: IncomingMessage[]
  /** Of the last answer: how many MB were taken of it. */
  taken: () => number
}

/** Answers with a beginning, and with more than anybody should read after it. */
async function pouring(beginning: string, isPacked: boolean): Promise<Pouring> {
  const requests: IncomingMessage[] = []
  let sent = 0
  const more = isPacked ? gzipSync(BLANKS) : BLANKS
  const rest = function* () {
    for (sent = 0; sent < ENDLESS_MB; sent++) yield more
  }
  const server = createServer((request, response) => {
    requests.push(request)
    response.writeHead(200, {
      'content-type': 'application/json',
      ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
    })
    response.write(isPacked ? gzipSync(beginning) : beginning)
    Readable.from(rest()).pipe(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, requests, taken: () => sent, [Symbol.asyncDispose]: close }
}

test.group('Documents | answers of the document server that do not end', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(() => () => stage.configure())

  const commands = () => app.container.make(CommandService)
  const order = { key: 'a', url: 'http://127.0.0.1/a', fileType: 'rtf', outputType: 'txt' }
  const ASKING = {
    'a command': async () => (await commands()).send('info', { key: 'a' }),
    'the list of lost saves': async () => (await commands()).send('getForgottenList'),
    'a conversion': async () => (await app.container.make(ConverterService)).convert(order),
  }

  for (const [what, ask] of Object.entries(ASKING))
    for (const isPacked of [false, true])
      test(`read ${what} up to a bound, ${isPacked ? 'packed' : 'as it is'}`, async ({
        assert,
      }) => {
        await using server = await pouring('{"error":0', isPacked)
        stage.configure({ documentServerInternalUrl: server.url })
        const fault: unknown = await ask().catch((error: unknown) => error)
        assert.instanceOf(fault, E_UNAVAILABLE)
        assert.match((fault as Error).message, /answers more than \d+ bytes/)
        assert.equal(server.requests[0]!.headers['accept-encoding'], 'identity')
      })

  for (const isPacked of [false, true])
    test(`probe a script by its beginning, ${isPacked ? 'packed' : 'as it is'}`, async ({
      assert,
    }) => {
      await using server = await pouring('DocsAPI', isPacked)
      const { status, text } = await probe(server.url)
      assert.equal(status, 200)
      assert.isTrue(text.startsWith('DocsAPI'))
      assert.equal(text.length, 64 * 1024)
      assert.equal(server.requests[0]!.headers['accept-encoding'], 'identity')
    })

  test('receive no more once the bound is reached', async ({ assert }) => {
    await using server = await pouring('', false)
    const response = await fetch(server.url)
    assert.isTrue((await boundedText(response, MB, new AbortController().signal)).isCut)
    assert.isBelow(server.taken(), ENDLESS_MB)
  })

  test('take a list of lost saves that is longer than other answers', async ({ assert }) => {
    const keys = Array.from({ length: 50_000 }, (_, no) => `key-${no}`.padEnd(36, '-'))
    const server = createServer((_request, response) => {
      response.end(JSON.stringify({ error: 0, keys }))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    stage.configure({ documentServerInternalUrl: `http://127.0.0.1:${port}` })
    const answer = await (await commands()).send('getForgottenList')
    server.close()
    assert.lengthOf(answer.keys!, keys.length)
  })

  test('give up on an answer whose end does not come in time', async ({ assert }) => {
    const server = createServer((_request, response) => {
      response.write('{')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const late = new AbortController()
    const response = await fetch(`http://127.0.0.1:${port}`, { signal: late.signal })
    const reading = boundedText(response, MB, late.signal)
    late.abort(new Error('the time is over'))
    await assert.rejects(() => reading, 'the time is over')
    server.closeAllConnections()
    server.close()
  })
})
