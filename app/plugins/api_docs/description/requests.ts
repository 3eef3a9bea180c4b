import type { RouteContract } from '#kernel/http/main'
import { isSchema, type JsonSchema } from './json_schema.js'
import type { Operation } from './operations.js'
import { requestSchema } from './request_schema.js'
import { exampleOf, withExamples } from './examples.js'

/** Parameters of the path and of the query string. */
export function parametersOf({ params, contract }: Operation): JsonSchema[] {
  const inPath = params.map(({ name, schema }) => ({ name, in: 'path', required: true, schema }))
  if (!contract.query) return inPath

  const { properties, required } = requestSchema(contract.query)
  const needed = new Set((required as string[] | undefined) ?? [])
  const inQuery = Object.entries((properties ?? {}) as Record<string, JsonSchema>).map(
    ([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      required: needed.has(name),
      ...(description ? { description } : {}),
      schema,
    })
  )
  return [...inPath, ...inQuery]
}

/** The body by content type; `undefined` for an operation that takes none. */
export function requestBodyOf({ contract }: Operation): JsonSchema | undefined {
  const { body, parts, example, consumes = 'application/json' } = contract
  const json = body && withExample(withExamples(requestSchema(body)), example)
  if (parts) {
    const content = { 'multipart/form-data': { schema: partsSchema(parts) } }
    return { required: true, content: json ? { ...content, 'application/json': json } : content }
  }
  return json && { required: true, content: { [consumes]: json } }
}

function withExample(
  schema: JsonSchema,
  example: RouteContract['example'] | ReturnType<typeof exampleOf> = exampleOf(schema)
): JsonSchema {
  return { schema, ...(example === undefined ? {} : { example }) }
}

function partsSchema(parts: NonNullable<Operation['contract']['parts']>): JsonSchema {
  const files = Object.entries(parts.files)
  const fields = parts.fields ? withExamples(requestSchema(parts.fields)) : {}
  const binary = ({ description }: { description: string }) => ({
    type: 'string',
    format: 'binary',
    description,
  })
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(files.map(([name, file]) => [name, binary(file)])),
      ...(isSchema(fields.properties) ? fields.properties : {}),
    },
    required: [
      ...files.filter(([, file]) => !file.optional).map(([name]) => name),
      ...((fields.required as string[] | undefined) ?? []),
    ],
  }
}
