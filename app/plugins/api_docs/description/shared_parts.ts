import { isSchema, mapSchema, type JsonSchema } from './json_schema.js'

const TITLE = /^[A-Z][A-Za-z0-9]*$/

/**
 * Writes once what many operations say alike: their refusals, and schemas whose `title` is a name such as `User`.
 * Generated clients get types of these names.
 */
export class SharedParts {
  readonly responses: Record<string, JsonSchema> = {}
  readonly schemas: Record<string, JsonSchema> = {}
  readonly #names = new Map<string, string>()

  shareResponses(responses: Record<string, JsonSchema>): Record<string, JsonSchema> {
    const shared = Object.entries(responses).map(([status, response]) => [
      status,
      Number(status) < 400 ? this.shareContent(response) : this.#refusal(response),
    ])
    return Object.fromEntries(shared)
  }

  /** A response or a request body, with its named schemas taken out. */
  shareContent<Body extends JsonSchema>(body: Body): Body {
    if (!isSchema(body.content)) return body
    const content = Object.entries(body.content).map(([type, media]) => [
      type,
      isSchema((media as JsonSchema).schema) ? this.#media(media as JsonSchema) : media,
    ])
    return { ...body, content: Object.fromEntries(content) }
  }

  #media(media: JsonSchema): JsonSchema {
    const schema = mapSchema(media.schema as JsonSchema, (one) => {
      const named = typeof one.title === 'string' && TITLE.test(one.title)
      return named ? this.#ref('schemas', one.title as string, one) : one
    })
    return { ...media, schema }
  }

  #refusal(response: JsonSchema): JsonSchema {
    const media = (response.content as Record<string, JsonSchema>)['application/json']!
    const reasons = Object.keys((media.examples ?? {}) as object).map(pascalCase)
    const name = `Refusal${reasons.join('')}`
    const schema = this.#ref('schemas', name, media.schema as JsonSchema)
    const content = { 'application/json': { ...media, schema } }
    return this.#ref('responses', name, { ...response, content })
  }

  /** The same name for another thing gets a number. */
  #ref(kind: 'schemas' | 'responses', wanted: string, part: JsonSchema): JsonSchema {
    const text = `${kind} ${wanted} ${JSON.stringify(part)}`
    let name = this.#names.get(text)
    if (!name) {
      const twins = Object.keys(this[kind]).filter((one) => one.replace(/_\d+$/, '') === wanted)
      name = twins.length > 0 ? `${wanted}_${twins.length + 1}` : wanted
      this.#names.set(text, name)
      this[kind][name] = part
    }
    return { $ref: `#/components/${kind}/${name}` }
  }
}

function pascalCase(reason: string): string {
  const words = reason.replace(/^E_/, '').toLowerCase().split('_')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
