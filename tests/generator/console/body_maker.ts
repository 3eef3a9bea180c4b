import type { Body, Field, LineField, Page } from './page.js'
import type { Sources } from './sources.js'
import { plainValue } from './values.js'

const numbers = { next: 1 }

/** Bodies that a page description says are valid; no two are alike. */
export class BodyMaker {
  constructor(
    private readonly page: Page,
    private readonly sources: Sources
  ) {}

  /** With everything that the form has. */
  async body(): Promise<Body> {
    return this.#of(this.page.form.fields)
  }

  /** With what must be given alone. */
  async smallest(): Promise<Body> {
    return this.#of(this.page.form.fields.filter(({ required }) => required))
  }

  async #of(fields: readonly Field[]): Promise<Body> {
    const number = numbers.next++
    const body: Body = {}
    for (const field of fields) body[field.name] = await this.#value(field, number)
    return body
  }

  async #value(field: Field, number: number): Promise<unknown> {
    switch (field.type) {
      case 'hasMany':
        return [1, 2].map((line) => lineOf(field.lines!, number + line))
      case 'manyToMany':
        return (await this.sources.rows(field.source!, 2)).slice(0, 2).map(({ id }) => id)
      case 'tree':
        return null
      case 'user':
      case 'department':
      case 'file':
      case 'belongsTo': {
        const rows = await this.sources.rows(field.source!, 2)
        return rows[number % rows.length]!.id
      }
      default:
        return plainValue(field, number)
    }
  }
}

export function lineOf(fields: readonly LineField[], number: number): Body {
  return Object.fromEntries(fields.map((field) => [field.name, plainValue(field, number)]))
}
