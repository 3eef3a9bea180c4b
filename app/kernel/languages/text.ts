type Values = Readonly<Record<string, unknown>>

/** What a person is told: a constant sentence in English, or one with values, made by `say`. */
export type Said = string | Text

/**
 * A sentence in English with values, kept apart so that it can be translated. As a string, and as JSON, it is the
 * English sentence.
 */
export class Text {
  /**
   * @param template in English, with the names of values in braces: `There is no user {0}`
   * @param values by these names; texts among them are translated, too
   */
  constructor(
    readonly template: string,
    readonly values: Values
  ) {}

  toString(): string {
    return filled(this.template, this.values)
  }

  toJSON(): string {
    return this.toString()
  }
}

/**
 * A text out of a template literal, to be translated later: say`There is no user ${id}`. The translation is found by
 * `There is no user {0}`.
 */
export function say(parts: TemplateStringsArray, ...values: unknown[]): Text {
  const template = parts.reduce((before, part, index) => `${before}{${index - 1}}${part}`)
  return new Text(template, { ...values })
}

const NAME = /\{(\w+)\}/g

/** Puts values where a template has their names in braces; other braces stay. */
export function filled(template: string, values: Values): string {
  return template.replace(NAME, (braces, name: string) =>
    Object.hasOwn(values, name) ? wordOf(values[name]) : braces
  )
}

function wordOf(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value)
}
