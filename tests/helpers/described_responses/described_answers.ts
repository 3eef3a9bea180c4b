import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { OpenApiDocument, Operation } from '#plugins/api_docs/main'

export interface Answer {
  status: number
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  body: Buffer
}

type Schema = Record<string, any>

const JSON_TYPE = 'application/json'

/** Holds answers to what the API description says of their operation. */
export class DescribedAnswers {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true })
  readonly #validators = new Map<string, ValidateFunction>()

  constructor(private readonly document: OpenApiDocument) {
    addFormats.default(this.#ajv)
    this.#ajv.addFormat('binary', true)
    this.#ajv.addSchema(document, 'api')
  }

  /** In what an answer differs from its description; empty when it does not. */
  faultsOf({ path, method }: Pick<Operation, 'path' | 'method'>, answer: Answer): string[] {
    const pointer = `#/paths/${escaped(path)}/${method}/responses/${answer.status}`
    const [response, at] = this.#resolve(pointer)
    if (!response) return [`status ${answer.status} is not described`]

    return [
      ...this.#headerFaults(response.headers ?? {}, answer),
      ...this.#bodyFaults(response.content, at, answer),
    ]
  }

  /** Faults of a value under the schema that the pointer leads to. */
  faultsAt(pointer: string, value: unknown): string[] {
    const validate = this.#validatorAt(pointer)
    if (validate(value)) return []
    const errors = validate.errors ?? []
    return errors.map(({ instancePath, message, params }) => {
      return `${instancePath || 'body'} ${message} ${JSON.stringify(params)}`
    })
  }

  #headerFaults(headers: Record<string, Schema>, answer: Answer): string[] {
    return Object.entries(headers).flatMap(([name, given]) => {
      const header = given.$ref ? this.#resolve(given.$ref)[0]! : given
      const value = answer.headers[name.toLowerCase()]
      if (value === undefined) return header.required ? [`header ${name} is missing`] : []

      const typed = header.schema.type === 'integer' ? Number(value) : value
      if (this.#ajv.validate(header.schema, typed)) return []
      return [`header ${name} is "${value}", not ${JSON.stringify(header.schema)}`]
    })
  }

  #bodyFaults(content: Record<string, Schema> | undefined, at: string, answer: Answer): string[] {
    const type = answer.headers['content-type']?.split(';')[0]?.trim()
    if (!content) return answer.body.length > 0 ? ['a body is not described'] : []
    if (!type) return ['the content type is missing']

    const described = Object.keys(content).find((range) => isWithin(type, range))
    if (!described) return [`content type ${type} is not described`]
    const { schema } = content[described]!
    const isFile = schema?.format === 'binary'
    if (type !== JSON_TYPE || !schema || isFile || answer.body.length === 0) return []

    const schemaAt = `${at}/content/${escaped(described)}/schema`
    return this.faultsAt(schemaAt, JSON.parse(answer.body.toString()))
  }

  #validatorAt(pointer: string): ValidateFunction {
    const known = this.#validators.get(pointer)
    if (known) return known
    const validate = this.#ajv.compile({ $ref: `api${pointer}` })
    this.#validators.set(pointer, validate)
    return validate
  }

  #resolve(pointer: string): [Schema | undefined, string] {
    const keys = pointer.slice(2).split('/').map(unescaped)
    let found: Schema | undefined = this.document
    for (const key of keys) found = found?.[key]
    return found?.$ref ? this.#resolve(found.$ref) : [found, pointer]
  }
}

function isWithin(type: string, range: string): boolean {
  if (range === '*/*' || range === type) return true
  return range.endsWith('/*') && type.startsWith(range.slice(0, -1))
}

/** In a URI fragment, braces and the like are written in percent. */
function escaped(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
}

function unescaped(key: string): string {
  return decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~')
}
