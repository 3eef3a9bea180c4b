import { type Said, say } from '#kernel/languages/main'

export type ParameterValue = boolean | number | string

export const PARAMETER_TYPES = ['boolean', 'integer', 'text', 'choice'] as const
export type ParameterType = (typeof PARAMETER_TYPES)[number]

/** The configuration of the application, by path such as `identity.sessions.perUser`. */
export interface ConfigurationReader {
  get<Value>(path: string): Value
}

/** What a value must be, beside its type. */
export interface ParameterLimits {
  /** Of a whole number. */
  min?: number
  max?: number
  /** Of a text, in characters. */
  maxLength?: number
  /** Of a choice. */
  choices?: readonly string[]
}

/** A value that administrators change while the service runs. */
export interface Parameter<Value extends ParameterValue = ParameterValue> {
  /** `<plugin>.<name>` */
  readonly key: string
  readonly type: ParameterType
  readonly title: string
  readonly description: string
  readonly limits: ParameterLimits
  /** Whether everybody may read it, also without a login. */
  readonly isPublic: boolean
  /** The value where administrators have not chosen one. */
  defaultIn(configuration: ConfigurationReader): Value
  /** What a value must be, as in "must be …"; `null` where it is that. */
  faultOf(value: unknown): Said | null
}

interface Options<Value> {
  title: string
  description: string
  /** A value, or a function that reads the configuration, so that an environment key stays the default. */
  default: Value | ((configuration: ConfigurationReader) => Value)
  /** Whether everybody may read it, also without a login. */
  public?: boolean
}

/** A parameter before its key is known. */
export type Undeclared<Value extends ParameterValue> = Omit<Parameter<Value>, 'key'>

interface Kind {
  type: ParameterType
  limits: ParameterLimits
  expected: Said
  fits(value: unknown): boolean
}

function define<Value extends ParameterValue>(
  { title, description, default: usual, public: isPublic = false }: Options<Value>,
  { type, limits, expected, fits }: Kind
): Undeclared<Value> {
  return {
    type,
    title,
    description,
    limits,
    isPublic,
    defaultIn: (configuration) => (typeof usual === 'function' ? usual(configuration) : usual),
    faultOf: (value) => (fits(value) ? null : expected),
  }
}

/** The kinds of parameters. */
export const parameter = {
  boolean(options: Options<boolean>): Undeclared<boolean> {
    const fits = (value: unknown) => typeof value === 'boolean'
    return define(options, { type: 'boolean', limits: {}, expected: say`true or false`, fits })
  },

  /** Default bounds: from 1 to a million. */
  integer(options: Options<number> & { min?: number; max?: number }): Undeclared<number> {
    const { min = 1, max = 1_000_000 } = options
    const expected = say`a whole number from ${min} to ${max}`
    const fits = (value: unknown) =>
      Number.isInteger(value) && Number(value) >= min && Number(value) <= max
    return define(options, { type: 'integer', limits: { min, max }, expected, fits })
  },

  /** The empty text is a value too. */
  text(options: Options<string> & { maxLength?: number }): Undeclared<string> {
    const { maxLength = 255 } = options
    const expected = say`a text of at most ${maxLength} characters`
    const fits = (value: unknown) =>
      typeof value === 'string' && value.length <= maxLength && !value.includes('\0')
    return define(options, { type: 'text', limits: { maxLength }, expected, fits })
  },

  choice<const Choice extends string>(
    choices: readonly Choice[],
    options: Options<Choice>
  ): Undeclared<Choice> {
    const expected = say`one of ${[...choices]}`
    const fits = (value: unknown) => choices.some((choice) => choice === value)
    return define(options, { type: 'choice', limits: { choices }, expected, fits })
  },
}
