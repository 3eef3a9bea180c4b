import type { TestContext } from '@japa/runner/core'
import type { EditorConfiguration } from '#tests/fakes/document_server/configuration'
import {
  FakeDocumentServer,
  type FakeDocumentServerOptions,
} from '#tests/fakes/document_server/server'
import { signToken } from '#tests/fakes/document_server/tokens'
import { HostDouble } from './host_double.js'

export const SECRET = 'a-secret-of-the-document-server-tests'

export interface Stage {
  server: FakeDocumentServer
  host: HostDouble
  /** The pauses between retries, in milliseconds: they pass at once. */
  waits: number[]
}

/** A server and a host, gone when the test is over. */
export async function stage(
  test: TestContext['test'],
  options: FakeDocumentServerOptions = {}
): Promise<Stage> {
  const waits: number[] = []
  const wait = async (milliseconds: number): Promise<void> => void waits.push(milliseconds)
  const host = await HostDouble.start()
  const server = await FakeDocumentServer.start({ secret: SECRET, wait, ...options })
  test.cleanup(async () => {
    await server.stop()
    await host.stop()
  })
  return { server, host, waits }
}

export function configuration(host: HostDouble, { key = 'key-1', user = 'u1' } = {}) {
  const config: EditorConfiguration = {
    type: 'desktop',
    documentType: 'word',
    document: {
      fileType: 'docx',
      key,
      title: 'Report.docx',
      url: `${host.url}/content?token=file`,
      permissions: { edit: true, download: true },
    },
    editorConfig: {
      callbackUrl: `${host.url}/callback?token=${user}`,
      mode: 'edit',
      user: { id: user, name: user.toUpperCase() },
    },
  }
  return { ...config, token: signToken({ ...config }, SECRET, Date.now()) }
}
