/**
 * Writes the blank documents into the documents plugin:
 * `node --import=./bin/typescript.js tests/tools/blank_documents/main.ts`
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { blankDocuments } from './blank_documents.js'

const folder = new URL('../../../app/plugins/documents/assets/blank/', import.meta.url)

await mkdir(folder, { recursive: true })

for (const [name, bytes] of Object.entries(blankDocuments())) {
  await writeFile(new URL(name, folder), bytes)
  process.stdout.write(`${name} ${bytes.length} bytes\n`)
}
