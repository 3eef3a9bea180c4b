/**
 * Shows that the walk finds faults: puts each of them into a copy of the project and walks there:
 * `npm run walk:faults`. Takes `--histories 300` at most for each, and `--seed N`. Ends with 1 where one is not found.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { copiedProject } from '../../helpers/copied_project.js'

type Replacement = [file: string, from: string, to: string]

const PLUGIN = 'app/plugins/documents'
const PLACE = `${PLUGIN}/saves/place_save.ts`
const TELL = `${PLUGIN}/notices/tell.ts`

const FAULTS: Readonly<Record<string, readonly Replacement[]>> = {
  'an older save wins': [
    [PLACE, "if (newest && isOlder(save, newest)) return 'older'", 'void isOlder'],
    [
      PLACE,
      "if (newest && isOvertaken(save, newest)) return 'overtaken'",
      'void [newest, isOvertaken]',
    ],
  ],
  'a forgotten file is deleted without being taken': [
    [
      `${PLUGIN}/editing/recover_forgotten.ts`,
      'return await this.#take(session, url, false)',
      "return (await import('node:crypto')).createHash('sha256').update(new Uint8Array(await (await fetch(url)).arrayBuffer())).digest('hex')",
    ],
  ],
  'a save replaces what was submitted': [
    [PLACE, "if (!isChangeable(document)) return 'locked'", 'void isChangeable'],
    [
      `${PLUGIN}/editing/end_session.ts`,
      'for (const document of documents.filter(({ $isDeleted }) => !$isDeleted))',
      "for (const document of documents.filter((one) => !one.$isDeleted && one.status !== 'in_review'))",
    ],
  ],
  'nobody is told': [
    [TELL, 'if (!isToldOf(version)) return', 'if (isToldOf(version) || version) return'],
    [TELL, 'async ofMarked({ id }: EditingSession): Promise<void> {', '$& if (id) return'],
  ],
  'the key stays after the last save': [
    [
      `${PLUGIN}/saves/commit_save.ts`,
      'if (save.isFinal) await this.#close(document, session.sessionKey, trx)',
      'void this.#close',
    ],
  ],
}

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    fault: { type: 'string', multiple: true, default: Object.keys(FAULTS) },
  },
})

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** @throws where the text is not there any more */
async function put([file, from, to]: Replacement, folder: string): Promise<void> {
  const path = join(folder, file)
  const source = await readFile(path, 'utf8')
  if (!source.includes(from)) throw new Error(`${file} does not hold “${from}”`)
  await writeFile(path, source.replace(from, to))
}

async function walkIn(folder: string): Promise<string> {
  const { histories, seed } = values
  const options = ['--histories', histories, '--seed', seed, '--no-shrink']
  const script = ['bin/launch.js', 'script', 'tests/chaos/documents/walker/main.ts']
  const child = spawn(process.execPath, [...script, ...options], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return output
}

for (const name of values.fault) {
  const folder = await copiedProject('chancery-fault-')
  for (const replacement of FAULTS[name]!) await put(replacement, folder)
  const output = await walkIn(folder)
  const [, history, sentence] = /in history (\d+),[^✘]*✘ (\(.*)/.exec(output) ?? []
  say(
    sentence ? `${name}: found in history ${history}: ${sentence}` : `${name}: NOT FOUND\n${output}`
  )
  if (!sentence) process.exitCode = 1
  await rm(folder, { recursive: true, force: true })
}
