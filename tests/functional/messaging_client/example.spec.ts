import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeOperator, PASSWORD } from '#tests/helpers/accounts'
import { serviceUrl } from '#tests/helpers/messaging/client'
import { eventually, online, text } from '#tests/helpers/messaging/people'
import type { Frame } from '#tests/helpers/messaging/peer'

const entryOf =
  (kind: string) =>
  ({ entries }: Frame) =>
    entries?.some((entry: Frame) => entry.kind === kind)

test.group('Messaging client | example of the README', () => {
  test('is a whole chat', async ({ assert, cleanup }) => {
    const [ann, bob] = [await makeOperator(), await online()]
    const { file, remove } = await exampleFile()
    cleanup(remove)
    const args = [file, serviceUrl(), ann.username, PASSWORD, String(bob.user.id)]
    const chat = spawn(process.execPath, ['--import=./bin/typescript.js', ...args], {
      cwd: app.makePath(),
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    cleanup(() => void chat.kill())
    let output = ''
    chat.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const says = (line: string) => eventually(() => output.split('\n').includes(line))

    chat.stdin.write('Hello\n')
    const { conversationId } = await bob.peer.next(entryOf('message'))
    await bob.peer.ask(text('Hello Ann', { conversationId }))
    await says('2: {"text":"Hello Ann"}')
    chat.stdin.write('/edit 1 Hello Bob\n')
    await bob.peer.next(entryOf('edit'))
    chat.stdin.write('/react 2 👍\n')
    await says('2: {"👍":1}')
    output = ''
    chat.stdin.write('/history\n')
    await says('1: {"text":"Hello Bob"}')
    chat.stdin.write('/recall 1\n')
    await says('1: "recalled"')
    chat.stdin.end()
    assert.deepEqual(await once(chat, 'exit'), [0, null])
    await bob.peer.close()
  })
})

/** The example, with the package's sources in the place of its name. */
async function exampleFile() {
  const readme = await readFile(app.makePath('clients/messaging/README.md'), 'utf8')
  const [, example] = /```ts\n([^]*?)```/.exec(readme)!
  const sources = pathToFileURL(app.makePath('clients/messaging/src/index.ts')).href
  const folder = await mkdtemp(join(tmpdir(), 'messaging-example-'))
  const file = join(folder, 'chat.mts')
  await writeFile(file, example!.replace('@chancery/messaging-client', sources))
  return { file, remove: () => rm(folder, { recursive: true }) }
}
