import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import type { OpenApiDocument } from '#plugins/api_docs/main'

/** Generates the typed operations of `clients/http` into a folder. */
export async function writeClient(document: OpenApiDocument, folder: string): Promise<void> {
  await createClient({
    input: JSON.parse(JSON.stringify(inOrder(document))),
    output: { path: folder, importFileExtension: '.js' } as never,
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent' },
  })
  await keepFilesWhole(join(folder, 'sdk.gen.ts'), join(folder, 'types.gen.ts'))
}

/** Of the paths and of the schemas, whatever route was drawn first. */
function inOrder(document: OpenApiDocument): OpenApiDocument {
  const { paths, components } = document
  const schemas = sorted(components.schemas!)
  return { ...document, paths: sorted(paths), components: { ...components, schemas } }
}

function sorted<Value>(members: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(members).sort(([one], [other]) => (one < other ? -1 : 1))
  )
}

const OPERATION = /^export const (\w+) = [\s\S]*?\}\);$/gm

/** A file is no value: whatever its type says, it comes as a `Blob` and is not parsed on the way. */
async function keepFilesWhole(operations: string, types: string): Promise<void> {
  const [code, declared] = await Promise.all(
    [operations, types].map((file) => readFile(file, 'utf8'))
  )
  const mended = code!.replace(OPERATION, (text, name: string) =>
    answersFile(name, declared!) ? text.replace('url: ', "parseAs: 'blob', url: ") : text
  )
  await writeFile(operations, mended)
}

function answersFile(operation: string, types: string): boolean {
  const title = operation.charAt(0).toUpperCase() + operation.slice(1)
  const [, answers] =
    new RegExp(`export type ${title}Responses = \\{([\\s\\S]*?)\\n\\};`).exec(types) ?? []
  return answers !== undefined && /^ *200: Blob \| File/m.test(answers)
}
