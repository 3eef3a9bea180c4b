import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { ConfigurationReader, Parameter, ParameterValue } from './parameter.js'

type Wanted = Readonly<Record<string, Parameter>>

/** The values of parameters, under the names that they were asked by. */
export type ParameterValues<Asked extends Wanted> = {
  [Name in keyof Asked]: Asked[Name] extends Parameter<infer Value> ? Value : never
}

/** Extension point: the values of parameters, as they are now. Ask each time: they change while the service runs. */
export abstract class Parameters {
  constructor(protected readonly configuration: ConfigurationReader) {}

  /** @param client of the transaction in which this is called, if it is */
  async get<Value extends ParameterValue>(
    parameter: Parameter<Value>,
    client?: QueryClientContract
  ): Promise<Value> {
    return valueOf(parameter, await this.changed(client), this.configuration)
  }

  /** Several at once, of one moment. */
  async all<Asked extends Wanted>(asked: Asked): Promise<ParameterValues<Asked>> {
    const changed = await this.changed()
    const values = Object.entries(asked).map(([name, one]) => [
      name,
      valueOf(one, changed, this.configuration),
    ])
    return Object.fromEntries(values) as ParameterValues<Asked>
  }

  /**
   * What administrators chose, by key.
   *
   * @param client reads what is not cached: a transaction must not wait for another connection
   */
  protected abstract changed(client?: QueryClientContract): Promise<ReadonlyMap<string, unknown>>
}

/** A value that no longer fits its declaration does not count. */
function valueOf<Value extends ParameterValue>(
  parameter: Parameter<Value>,
  changed: ReadonlyMap<string, unknown>,
  configuration: ConfigurationReader
): Value {
  const value = changed.get(parameter.key)
  if (value === undefined || parameter.faultOf(value) !== null)
    return parameter.defaultIn(configuration)
  return value as Value
}

const NOTHING: ReadonlyMap<string, unknown> = new Map()

/** Without a plugin that stores values, all have their default. */
export class DefaultParameters extends Parameters {
  protected async changed(): Promise<ReadonlyMap<string, unknown>> {
    return NOTHING
  }
}
