import type { JsonSchema } from './json_schema.js'

/** Writes each refusal once, for most operations refuse alike. */
export class SharedParts {
  readonly responses: Record<string, JsonSchema> = {}
  readonly #names = new Map<string, string>()

  shareRefusals(responses: Record<string, JsonSchema>): Record<string, JsonSchema> {
    const shared = Object.entries(responses).map(([status, response]) => [
      status,
      Number(status) < 400 ? response : { $ref: `#/components/responses/${this.#name(response)}` },
    ])
    return Object.fromEntries(shared)
  }

  #name(response: JsonSchema): string {
    const text = JSON.stringify(response)
    const known = this.#names.get(text)
    if (known) return known

    const name = this.#freshName(response)
    this.#names.set(text, name)
    this.responses[name] = response
    return name
  }

  #freshName(response: JsonSchema): string {
    const media = Object.values((response.content ?? {}) as Record<string, JsonSchema>)[0]
    const reasons = Object.keys((media?.examples ?? {}) as object)
    const base =
      reasons.length > 0 ? reasons.map((one) => one.replace(/^E_/, '')).join('.') : 'ANSWER'
    return base in this.responses ? `${base}.${this.#names.size}` : base
  }
}
