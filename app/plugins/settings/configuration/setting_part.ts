import { inject } from '@adonisjs/core'
import app from '@adonisjs/core/services/app'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { E_CONFLICT } from '#kernel/errors/main'
import type { Parameter, ParameterValue } from '#kernel/parameters/main'
import {
  type AppliedPart,
  type ConfigurationDifference,
  type ConfigurationFault,
  type ConfigurationPart,
  parameterCatalogue,
  type PluginManifest,
} from '#kernel/plugins/main'
import { Versions } from '#kernel/state/main'
import { writeSetting } from '../actions/change_setting.js'
import Setting from '../models/setting.js'
import { SETTINGS_KEY } from '../stored_parameters.js'

const PART = 'settings'

/** Settings that administrators changed, of plugins that are mounted. */
@inject()
export class SettingPart implements ConfigurationPart {
  constructor(private readonly versions: Versions) {}

  async export(): Promise<Record<string, ParameterValue>> {
    const declared = declaredParameters()
    const rows = await Setting.query().orderBy('key')
    const fitting = rows.filter(({ key, value }) => declared.get(key)?.faultOf(value) === null)
    return Object.fromEntries(fitting.map(({ key, value }) => [key, value]))
  }

  async apply(data: unknown, trx: TransactionClientContract): Promise<AppliedPart> {
    const faults = faultsOf(data)
    const written = faults.length > 0 ? [] : await writeAll(data as Values, trx)
    return { differences: written, faults, announce: () => this.versions.bump(SETTINGS_KEY) }
  }
}

type Values = Record<string, ParameterValue>

function declaredParameters(): Map<string, Parameter> {
  const plugins = app.config.get<readonly PluginManifest[]>('plugins')
  return new Map(parameterCatalogue(plugins).map(({ parameter }) => [parameter.key, parameter]))
}

function faultsOf(data: unknown): ConfigurationFault[] {
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    return [{ place: PART, message: 'It must be an object of values by key' }]
  const declared = declaredParameters()
  return Object.entries(data).flatMap(([key, value]) => {
    const message = faultOf(key, value, declared.get(key))
    return message ? [{ place: `${PART}.${key}`, message }] : []
  })
}

function faultOf(key: string, value: unknown, parameter: Parameter | undefined): string | null {
  if (!parameter)
    return `There is no setting "${key}" here; mount the plugin that declares it, or take it out of the file`
  const expected = parameter.faultOf(value)
  return expected === null ? null : `"${parameter.title}" must be ${expected}`
}

async function writeAll(
  values: Values,
  trx: TransactionClientContract
): Promise<ConfigurationDifference[]> {
  const rows = new Map((await Setting.query({ client: trx })).map((row) => [row.key, row]))
  const differences: ConfigurationDifference[] = []
  for (const [name, value] of Object.entries(values)) {
    const row = rows.get(name) ?? null
    const isSame = row?.value === value
    if (!isSame && !(await writeSetting(trx, name, row, value))) throw new E_CONFLICT()
    differences.push({ name, change: isSame ? 'unchanged' : row ? 'changed' : 'created' })
  }
  return differences
}
