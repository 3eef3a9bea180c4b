import type { TestContext } from '@japa/runner/core'
import type { EditorConfiguration } from '#tests/fakes/document_server/configuration'
import {
  FakeDocumentServer,
  type FakeDocumentServerOptions,
} from '#tests/fakes/document_server/server'
import { signToken, type Claims } from '#tests/fakes/document_server/tokens'
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

export interface ConfigurationChoice {
  key?: string
  user?: string
  mode?: 'edit' | 'view'
  fileType?: string
}

export function unsigned(host: HostDouble, choice: ConfigurationChoice = {}): EditorConfiguration {
  const { key = 'key-1', user = 'u1', mode = 'edit', fileType = 'docx' } = choice

  return {
    type: 'desktop',
    documentType: 'word',
    document: {
      fileType,
      key,
      title: 'Report.docx',
      url: `${host.url}/app/document/content/1?token=file`,
      permissions: { edit: mode === 'edit', download: true },
    },
    editorConfig: {
      ...(mode === 'edit'
        ? { callbackUrl: `${host.url}/app/document/callback/1?token=${user}` }
        : {}),
      lang: 'en',
      mode,
      user: { id: user, name: user.toUpperCase() },
    },
  }
}

export function configuration(
  host: HostDouble,
  choice: ConfigurationChoice = {}
): EditorConfiguration {
  return sign(unsigned(host, choice))
}

export const sign = (config: EditorConfiguration, over: Claims = config): EditorConfiguration => ({
  ...config,
  token: signToken(over, SECRET, Date.now()),
})
