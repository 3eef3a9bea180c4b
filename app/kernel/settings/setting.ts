import { Secret } from '@adonisjs/core/helpers'
import string from '@adonisjs/core/helpers/string'
import { isPlainAddress } from './addresses.js'
import { E_MISSING_SETTING } from './missing_setting.js'

/** One environment key: plain data, and how its text is read. */
export interface Setting<Value = unknown> {
  /** Who would change it, such as "installations behind a proxy". */
  who: string
  /** What it sets, in one line of Markdown. */
  doc: string
  /** What applies when it is not set, in Markdown. */
  unset: string
  /** What `.env.example` sets it to; without one it is offered as a comment. */
  example?: string
  /** It is a secret, or may hold one: `<KEY>_FILE` may name a file that holds it. */
  secret?: boolean
  /**
   * The value of the text of an environment key; of none or an empty one the default.
   *
   * @throws E_MISSING_SETTING with one sentence that names the key and the remedy
   */
  read(key: string, text: string | undefined, isProduction?: boolean): Value
}

interface Described {
  who: string
  doc: string
  /** Where the configuration chooses the default, such as by the environment. */
  unset?: string
  example?: string
  /** It may hold a secret, as an address with a password does. */
  secret?: boolean
}

type WithDefault<Value> = Described & { default?: Value }

/** What is read where nothing is set. */
type Unset<Options> = Options extends { default: unknown } ? never : undefined

interface SecretOptions extends Described {
  /** It has to be set. */
  required?: true
  shortest?: number
  shortestElsewhere?: number
}

type UnlessRequired<Options> = Options extends { required: true } ? never : undefined

const MAKE_ONE = `make one with: node -e "console.log(require('crypto').randomBytes(32).toString('base64url'))"`
const FLAGS = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
])

/** `parse` answers `undefined` to a text that is not `expected`, such as "a size such as 100mb". */
function define<Value, Options extends WithDefault<unknown>>(
  options: Options,
  expected: string,
  parse: (text: string) => Value | undefined
): Setting<Value | Unset<Options>> {
  const { who, doc, unset, example, secret, default: usual } = options
  return {
    who,
    doc,
    unset: unset ?? (usual === undefined ? 'none' : `\`${usual}\``),
    ...(example === undefined ? {} : { example }),
    ...(secret ? { secret } : {}),
    read(key, text) {
      if (!text) return usual as Value | Unset<Options>
      const value = parse(text)
      if (value !== undefined) return value
      throw new E_MISSING_SETTING(
        `${key} is ${text}; set ${expected}, or leave it out for the default`
      )
    },
  }
}

/** The kinds of settings; each takes `who` would change it, a `doc` line and perhaps a `default`. */
export const setting = {
  text<Options extends WithDefault<string>>(options: Options): Setting<string | Unset<Options>> {
    return define(options, 'a text', (text) => text)
  },

  boolean<Options extends WithDefault<boolean>>(
    options: Options
  ): Setting<boolean | Unset<Options>> {
    return define(options, 'true or false', (text) => FLAGS.get(text))
  },

  /** Default bounds: from 1 to a million. */
  integer<Options extends WithDefault<number> & { min?: number; max?: number }>(
    options: Options
  ): Setting<number | Unset<Options>> {
    const { min = 1, max = 1_000_000 } = options
    return define(options, `a whole number from ${min} to ${max}`, (text) => {
      const value = Number(text)
      return Number.isInteger(value) && value >= min && value <= max ? value : undefined
    })
  },

  oneOf<const Choice extends string, Options extends WithDefault<Choice>>(
    choices: readonly Choice[],
    options: Options
  ): Setting<Choice | Unset<Options>> {
    return define(options, `one of ${choices.join(', ')}`, (text) =>
      choices.find((choice) => choice === text)
    )
  },

  /** A size such as `100mb`, read in bytes. */
  bytes(options: Described & { default: string }): Setting<number> {
    const parse = (text: string) => {
      const value = string.bytes.parse(text)
      return value && value > 0 ? value : undefined
    }
    const size = define(options, 'a size such as 100mb', parse)
    return { ...size, read: (key, text) => size.read(key, text || options.default) }
  },

  /** An http or https address to which paths are appended; its text may carry a password and is never repeated. */
  address(options: Described): Setting<string | undefined> {
    return {
      ...define(options, '', (text) => text),
      read(key, text) {
        if (!text || isPlainAddress(text)) return text || undefined
        throw new E_MISSING_SETTING(
          `${key} is no address that starts with http:// or https:// and has neither a query nor a name and password; set one such as https://office.example.com`
        )
      },
    }
  },

  /** Read as a `Secret`. In production it has at least `shortest` bytes, elsewhere `shortestElsewhere`. */
  secret<Options extends SecretOptions>(
    options: Options
  ): Setting<Secret<string> | UnlessRequired<Options>> {
    const { required, shortest = 1, shortestElsewhere = 1 } = options
    type Value = Secret<string> | UnlessRequired<Options>
    return {
      ...define({ ...options, secret: true }, '', (text) => text),
      read(key, text, isProduction = process.env.NODE_ENV === 'production') {
        if (!text && !required) return undefined as Value
        if (!text) throw new E_MISSING_SETTING(`${key} is not set; ${MAKE_ONE}`)
        const [length, least] = [
          Buffer.byteLength(text),
          isProduction ? shortest : shortestElsewhere,
        ]
        if (length >= least) return new Secret(text) as Value
        throw new E_MISSING_SETTING(
          `${key} has ${length} characters and needs at least ${least}; ${MAKE_ONE}`
        )
      },
    }
  },
}
