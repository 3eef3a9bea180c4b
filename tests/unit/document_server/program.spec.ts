import { test } from '@japa/runner'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { HostDouble } from './support/host_double.js'
import { configuration, SECRET, stage } from './support/stage.js'

const PROGRAM = fileURLToPath(import.meta.resolve('#tests/fakes/document_server/main'))

interface Running {
  child: ChildProcess
  url: string
}

async function run(): Promise<Running> {
  const child = spawn(
    process.execPath,
    ['--import=./bin/typescript.js', PROGRAM, '--port', '0', '--secret', SECRET],
    { stdio: ['ignore', 'pipe', 'inherit'] }
  )
  const lines = createInterface({ input: child.stdout })
  const [line] = (await once(lines, 'line')) as [string]

  return { child, url: (JSON.parse(line) as { url: string }).url }
}

async function call<T>(url: string, body: unknown = {}, method = 'POST'): Promise<T> {
  const init = method === 'GET' ? {} : { method, body: JSON.stringify(body) }
  const response = await fetch(url, init)

  return (await response.json()) as T
}

test.group('Document server | program', () => {
  test('be driven from outside and end on SIGTERM', async ({ assert, test: current }) => {
    const host = await HostDouble.start()
    const { child, url } = await run()
    current.cleanup(async () => {
      child.kill('SIGKILL')
      await host.stop()
    })

    assert.isTrue(await call(`${url}/healthcheck`, {}, 'GET'))
    const opened = await call<{ editor: string; canEdit: boolean }>(
      `${url}/fake/editors`,
      configuration(host)
    )
    assert.isTrue(opened.canEdit)
    const editor = `${url}/fake/editors/${opened.editor}`
    assert.deepInclude(await call(`${editor}/edit`, { text: 'one' }), { texts: ['one'] })
    const forced = await call<{ code: number }>(`${editor}/force-save`)
    assert.equal(forced.code, 0)
    await call(`${url}/fake/faults`, { saving: true }, 'PUT')
    const { delivered } = await call<{ delivered: { status: number } }>(`${editor}/close`)
    assert.equal(delivered.status, 3)
    assert.lengthOf(host.callbacks(), 3)
    assert.isNotEmpty(await call<unknown[]>(`${url}/fake/log`, {}, 'GET'))

    child.kill('SIGTERM')
    const [code] = (await once(child, 'exit')) as [number]
    assert.equal(code, 0)
  })

  test('end by itself when the process that started it is gone', async ({
    assert,
    test: current,
  }) => {
    const script = `
      const { spawn } = require('node:child_process')
      const child = spawn(process.execPath, ['--import=./bin/typescript.js', ${JSON.stringify(PROGRAM)}], { stdio: ['ignore', 'pipe', 'ignore'] })
      child.stdout.once('data', (line) => process.stdout.write(JSON.stringify({ pid: child.pid, ...JSON.parse(line) }) + '\\n', () => process.exit(0)))`
    const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string]
    const { pid, url } = JSON.parse(line) as { pid: number; url: string }
    current.cleanup(() => void (isAlive(pid) && process.kill(pid, 'SIGKILL')))

    const deadline = AbortSignal.timeout(120_000)
    while (isAlive(pid)) {
      deadline.throwIfAborted()
      await answers(url)
    }
    assert.isFalse(isAlive(pid))
  })

  test('serve the editor script and the page in its frame', async ({ assert, test: current }) => {
    const { server } = await stage(current)
    const script = await fetch(`${server.url}/web-apps/apps/api/documents/api.js`)

    assert.match(script.headers.get('content-type') ?? '', /javascript/)
    assert.include(await script.text(), 'window.DocsAPI = { DocEditor }')
    const page = await fetch(`${server.url}/web-apps/apps/documenteditor/main/index.html`)
    assert.include(await page.text(), '<script src="editor.js" type="module">')
    const nothing = await fetch(`${server.url}/nothing`)
    assert.equal(nothing.status, 404)
  })

  test('tell over HTTP why it does not open', async ({ assert, test: current }) => {
    const { server, host } = await stage(current)
    const { token, ...unsigned } = configuration(host)
    const response = await fetch(`${server.url}/fake/editors`, {
      method: 'POST',
      body: JSON.stringify(unsigned),
    })

    assert.equal(response.status, 403)
    assert.deepInclude(await response.json(), { code: 4006 })
  })
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    throw error
  }
}

/** Resolves after one request, answered or not: the pace of waiting without a clock. */
const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/healthcheck`).then(
    (response) => response.ok,
    () => false
  )
