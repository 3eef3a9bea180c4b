import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'

const { resolve } = createRequire(import.meta.url)
let compiled: ValidateFunction | undefined

/** In what a document differs from the published JSON Schema of AsyncAPI 3.0. */
export function asyncApiFaults(document: unknown): string[] {
  compiled ??= compile()
  if (compiled(document)) return []
  return (compiled.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

function compile(): ValidateFunction {
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats.default(ajv)
  const path = resolve('@asyncapi/specs/schemas/3.0.0-without-$id.json')
  return ajv.compile(JSON.parse(readFileSync(path, 'utf8')))
}
