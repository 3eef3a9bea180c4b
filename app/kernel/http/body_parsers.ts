import BodyParserMiddleware from '@adonisjs/core/bodyparser_middleware'
import string from '@adonisjs/core/helpers/string'
import type { BodyParserConfig } from '@adonisjs/core/types/bodyparser'
import type { HttpContext } from '@adonisjs/core/http'
import { declarationOf } from './route_contract.js'

/** The framework's body parser, and one more for each larger size of JSON that a route takes. */
export class BodyParsers {
  readonly #larger = new Map<string, BodyParserMiddleware>()

  constructor(
    private readonly usual: BodyParserMiddleware,
    private readonly config: BodyParserConfig
  ) {}

  async of(ctx: HttpContext): Promise<BodyParserMiddleware> {
    const large = ctx.route && declarationOf(ctx.route)?.contract?.largeBody
    if (!large || !this.#isBeyondUsual(large.limit) || !(await large.from(ctx))) return this.usual
    return this.#parserFor(large.limit)
  }

  #isBeyondUsual(limit: string): boolean {
    return string.bytes.parse(limit)! > string.bytes.parse(this.config.json.limit ?? 0)!
  }

  #parserFor(limit: string): BodyParserMiddleware {
    const known = this.#larger.get(limit)
    if (known) return known
    const json = { ...this.config.json, limit }
    const parser = new BodyParserMiddleware({ ...this.config, json })
    this.#larger.set(limit, parser)
    return parser
  }
}
