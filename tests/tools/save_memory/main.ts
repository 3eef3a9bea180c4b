/**
 * How much memory the service takes while the editor saves a large file:
 * `node bin/launch.js script tests/tools/save_memory/main.ts --megabytes 100`
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { EditorConfiguration } from '../../fakes/document_server/configuration.js'
import { FakeDocumentServer } from '../../fakes/document_server/server.js'
import { highestDuring, memoryOf } from '../service_process/memory.js'
import { ServiceProcess } from '../service_process/service_process.js'

const { values } = parseArgs({ options: { megabytes: { type: 'string', default: '100' } } })
const BYTES = Number(values.megabytes) * 1024 * 1024

async function open(service: ServiceProcess, server: FakeDocumentServer) {
  const body = { fileType: 'docx', title: 'Large' }
  const { id } = await service.call<{ id: number }>('POST', '/app/document', body)
  const config = await service.call<EditorConfiguration>('GET', `/app/document/${id}/editor-config`)
  return { id, editor: await server.open(config) }
}

const secret = randomBytes(24).toString('base64url')
const folder = await mkdtemp(join(tmpdir(), 'chancery-memory-'))
const server = await FakeDocumentServer.start({ secret })
const service = await ServiceProcess.start(folder, (url) => ({
  EDITOR_ENABLED: 'true',
  EDITOR_DOCUMENT_SERVER_URL: server.url,
  EDITOR_PUBLIC_BASE_URL: url,
  EDITOR_JWT_SECRET: secret,
  UPLOAD_LIMIT: `${Number(values.megabytes) + 50}mb`,
}))

try {
  const first = await open(service, server)
  first.editor.edit('Small, so that all is loaded.')
  await first.editor.close()

  const { id, editor } = await open(service, server)
  editor.edit('Large.', { padding: BYTES })
  const rest = await memoryOf(service)
  const highest = await highestDuring(service, editor.close())
  const { versionNo } = await service.call<{ versionNo: number }>('GET', `/app/document/${id}`)
  process.stdout.write(
    `${values.megabytes} MB saved as version ${versionNo}: ` +
      `${rest.toFixed(0)} MB at rest, ${highest.toFixed(0)} MB at most, ${(highest - rest).toFixed(0)} MB more\n`
  )
} finally {
  await service.stop()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
