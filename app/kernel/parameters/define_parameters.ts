import type { Parameter, ParameterValue, Undeclared } from './parameter.js'

/** The parameters of a plugin, by name. */
export type ParameterSet = Readonly<Record<string, Parameter>>

type Declared<Set> = {
  readonly [Name in keyof Set]: Set[Name] extends Undeclared<infer Value> ? Parameter<Value> : never
}

/**
 * Declares parameters, whose keys are `<prefix>.<name>`.
 *
 * ```ts
 * export const identityParameters = defineParameters('identity', {
 *   sessionsPerUser: parameter.integer({
 *     title: 'Sessions of one user',
 *     description: 'When one more opens, the one used longest ago ends.',
 *     default: (config) => config.get('identity.sessions.perUser'),
 *   }),
 * })
 * ```
 *
 * @param prefix the name of the plugin
 */
export function defineParameters<const Set extends Record<string, Undeclared<ParameterValue>>>(
  prefix: string,
  parameters: Set
): Declared<Set> {
  const entries = Object.entries(parameters)
  const declared = entries.map(([name, one]) => [name, { ...one, key: `${prefix}.${name}` }])
  return Object.freeze(Object.fromEntries(declared)) as Declared<Set>
}
