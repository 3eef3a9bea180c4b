import type { JsonSchema } from '../description/json_schema.js'
import { misfits, type Resolve } from './fit.js'

interface Description {
  paths?: Record<string, Record<string, JsonSchema>>
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema: JsonSchema
}

type Content = Record<string, { schema?: JsonSchema }>

const METHODS = ['get', 'put', 'post', 'patch', 'delete', 'head', 'options', 'trace'] as const

/** What a client written for `before` may stumble over in `after`, one sentence each. */
export function breakingChanges(before: Description, after: Description): string[] {
  const resolveIn = (document: Description) => (schema: JsonSchema) => resolved(schema, document)
  const comparison = new Comparison(resolveIn(before), resolveIn(after))
  return Object.entries(before.paths ?? {}).flatMap(([path, methods]) =>
    METHODS.filter((method) => methods[method]).flatMap((method) => {
      const operation = after.paths?.[path]?.[method]
      const faults = operation
        ? comparison.operation(methods[method]!, operation)
        : ['the operation is gone']
      return faults.map((fault) => `${method.toUpperCase()} ${path}: ${fault}`)
    })
  )
}

class Comparison {
  constructor(
    private readonly before: Resolve,
    private readonly after: Resolve
  ) {}

  operation(before: JsonSchema, after: JsonSchema): string[] {
    return [
      ...this.#access(before, after),
      ...this.#parameters(before, after),
      ...this.#body(before.requestBody as JsonSchema, after.requestBody as JsonSchema),
      ...this.#answers(before, after),
    ]
  }

  #access(before: JsonSchema, after: JsonSchema): string[] {
    const faults: string[] = []
    if (before.operationId !== after.operationId) {
      faults.push(`its id is ${after.operationId}, formerly ${before.operationId}`)
    }
    const open = (operation: JsonSchema) =>
      (operation.security as object[] | undefined)?.length === 0
    if (open(before) && !open(after)) faults.push('it asks for a login')
    const permission = after['x-permission']
    if (permission !== undefined && before['x-permission'] !== permission) {
      faults.push(`it asks for the permission ${permission}`)
    }
    return faults
  }

  #parameters(before: JsonSchema, after: JsonSchema): string[] {
    const known = parametersOf(before)
    const taken = parametersOf(after)
    const faults = [...known].flatMap(([key, parameter]) => {
      const now = taken.get(key)
      if (!now) return [`${key} is not taken any more`]
      return this.#given(parameter.schema, now.schema).map((fault) => `${key}: ${fault}`)
    })
    for (const [key, { required }] of taken) {
      if (required && !known.get(key)?.required) faults.push(`${key} is required`)
    }
    return faults
  }

  #body(before: JsonSchema | undefined, after: JsonSchema | undefined): string[] {
    if (!before) return after?.required ? ['a body is required'] : []
    const taken = (after?.content ?? {}) as Content
    return Object.entries((before.content ?? {}) as Content).flatMap(([type, { schema }]) => {
      const now = taken[type]
      if (!now) return [`a body of ${type} is not taken any more`]
      return this.#given(schema ?? {}, now.schema ?? {}).map((fault) => `body: ${fault}`)
    })
  }

  #answers(before: JsonSchema, after: JsonSchema): string[] {
    const answers = (after.responses ?? {}) as Record<string, JsonSchema>
    const successes = Object.entries((before.responses ?? {}) as typeof answers).filter(
      ([status]) => status.startsWith('2')
    )
    return successes.flatMap(([status, response]) => {
      const now = answers[status]
      if (!now) return [`it does not answer ${status} any more`]
      return this.#answer(response, now).map((fault) => `answer ${status}: ${fault}`)
    })
  }

  #answer(before: JsonSchema, after: JsonSchema): string[] {
    const given = (after.content ?? {}) as Content
    return Object.entries((before.content ?? {}) as Content).flatMap(([type, { schema }]) => {
      const now = given[type]
      if (!now) return [`${type} is not answered any more`]
      return this.#answered(now.schema ?? {}, schema ?? {})
    })
  }

  /** What clients gave must still be taken. */
  #given(before: JsonSchema, after: JsonSchema): string[] {
    return misfits({ given: before, taken: after }, { given: this.before, taken: this.after })
  }

  /** What is answered now must be what clients took. */
  #answered(after: JsonSchema, before: JsonSchema): string[] {
    return misfits({ given: after, taken: before }, { given: this.after, taken: this.before })
  }
}

function parametersOf(operation: JsonSchema): Map<string, Parameter> {
  const parameters = (operation.parameters ?? []) as Parameter[]
  return new Map(parameters.map((one) => [`${one.in} parameter ${one.name}`, one]))
}

function resolved(schema: JsonSchema, document: object): JsonSchema {
  if (typeof schema.$ref !== 'string') return schema
  const keys = schema.$ref.slice(2).split('/')
  const found = keys.reduce<unknown>(
    (one, key) => (one as JsonSchema | undefined)?.[unescaped(key)],
    document
  )
  return found ? resolved(found as JsonSchema, document) : schema
}

function unescaped(key: string): string {
  return decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~')
}
