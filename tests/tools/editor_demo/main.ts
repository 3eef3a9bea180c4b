/**
 * Walks one document through the editor, printing each step: `npm run demo:editor`. With `--stay` service and
 * document server stay up afterwards, to open the document in the console.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EditorConfiguration } from '../../fakes/document_server/configuration.js'
import { printEvent } from '../../fakes/document_server/print_event.js'
import { FakeDocumentServer } from '../../fakes/document_server/server.js'
import { ADMIN_PASSWORD, ServiceProcess } from '../service_process/service_process.js'

interface Row {
  id: number
  versionNo: number
  editing: { name: string }[]
}

interface Version {
  no: number
  kind: string
  authorName: string
  size: number
  current: boolean
}

const say = (text: string): void => void process.stdout.write(`${text}\n`)

async function walk(service: ServiceProcess, server: FakeDocumentServer): Promise<number> {
  say('\n1. A blank document is made')
  const { id } = await service.call<Row>('POST', '/app/document', {
    fileType: 'docx',
    title: 'A first document',
  })

  say(
    '\n2. The editor opens it: the document server verifies the configuration and fetches the content'
  )
  const config = await service.call<EditorConfiguration>('GET', `/app/document/${id}/editor-config`)
  const editor = await server.open(config)
  const { editing } = await service.call<Row>('GET', `/app/document/${id}`)
  say(`   Edited by: ${editing.map(({ name }) => name).join(', ')}`)

  say('\n3. Something is written and saved by force: a version, and the session goes on')
  editor.edit('Written in the demo.')
  const forced = await service.call<Version>('POST', `/app/document/${id}/force-save`)
  say(`   Version ${forced.no} (${forced.kind})`)

  say('\n4. More is written and the editor is closed: the final save')
  editor.edit('And something more.')
  await editor.close()
  await server.settled()

  say('\n5. What there is now')
  for (const { no, kind, authorName, size, current } of await service.call<Version[]>(
    'GET',
    `/app/document/${id}/versions`
  ))
    say(
      `   Version ${no}: ${kind}, by ${authorName}, ${size} bytes${current ? ', the present one' : ''}`
    )
  return id
}

async function stay({ url }: ServiceProcess, id: number): Promise<void> {
  const address = `${url}/console/#/documents/documents/${id}`
  say(`\nTry it: ${address} (admin, ${ADMIN_PASSWORD}); Ctrl+C ends it`)
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
}

const secret = randomBytes(24).toString('base64url')
const folder = await mkdtemp(join(tmpdir(), 'chancery-demo-'))
const onEvent = (event: Parameters<typeof printEvent>[0]): void => say(`   ${printEvent(event)}`)
const server = await FakeDocumentServer.start({ secret, onEvent })
say(`The document server is ${server.url}, a fake that plays a real one`)

const service = await ServiceProcess.start(folder, (url) => ({
  EDITOR_ENABLED: 'true',
  EDITOR_DOCUMENT_SERVER_URL: server.url,
  EDITOR_PUBLIC_BASE_URL: url,
  EDITOR_JWT_SECRET: secret,
}))
say(`The service is ${service.url}`)

try {
  const id = await walk(service, server)
  if (process.argv.includes('--stay')) await stay(service, id)
} finally {
  await service.stop()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
