/**
 * The fake document server as a program of its own:
 * `node --import=./bin/typescript.js tests/fakes/document_server/main.ts --port 0 --secret …`
 *
 * Its first line on standard output is `{"url":"http://127.0.0.1:…"}`. It ends on SIGTERM or
 * SIGINT, and when the process that started it is gone.
 */
import { parseArgs } from 'node:util'
import { printEvent } from './print_event.js'
import { FakeDocumentServer } from './server.js'

const PARENT_CHECK = 500

const { values } = parseArgs({
  options: {
    'port': { type: 'string', default: '0' },
    'secret': { type: 'string' },
    'public-url': { type: 'string' },
    'lenient': { type: 'boolean', default: false },
    'print': { type: 'boolean', default: false },
  },
})

const write = (line: string): void => void process.stdout.write(`${line}\n`)

const server = await FakeDocumentServer.start({
  port: Number(values.port),
  secret: values.secret ?? process.env.EDITOR_JWT_SECRET,
  publicUrl: values['public-url'],
  strict: !values.lenient,
  onEvent: values.print ? (event) => write(printEvent(event)) : undefined,
})

const end = (): void => void server.stop().then(() => process.exit(0))
const parent = process.ppid

process.once('SIGTERM', end)
process.once('SIGINT', end)
process.once('disconnect', end)
setInterval(() => process.ppid !== parent && end(), PARENT_CHECK).unref()

write(JSON.stringify({ url: server.url }))
