import { inject } from '@adonisjs/core'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { DateTime } from 'luxon'
import { currentActing } from '#kernel/acting/main'
import { recordChanges } from '#kernel/auditing/main'
import { isConstraintConflict, toStored } from '#kernel/database/main'
import { E_CONFLICT, E_NOT_FOUND, E_VALIDATION } from '#kernel/errors/main'
import { type Said, say, Text } from '#kernel/languages/main'
import type { Parameter, ParameterValue } from '#kernel/parameters/main'
import { parameterCatalogue, type PluginManifest } from '#kernel/plugins/main'
import { clock, Versions } from '#kernel/state/main'
import Setting from '../models/setting.js'
import { SETTING } from '../queries/setting_change_listing.js'
import { SETTINGS_KEY } from '../stored_parameters.js'

/** `updatedAt` as the client saw it: `null` where the default counted, `undefined` where it does not say. */
type Seen = DateTime | null | undefined

const TIMES = 5
const MESSAGE = 'Somebody changed this meanwhile; load it again and repeat the change'

/** Changes settings, and records who did. A row is written only as it was read, so that no change is lost. */
@inject()
export class ChangeSetting {
  constructor(private readonly versions: Versions) {}

  /** @throws E_NOT_FOUND, E_VALIDATION, E_CONFLICT */
  async set(key: string, value: unknown, seen?: Seen): Promise<void> {
    const parameter = declaredParameter(key)
    const expected = parameter.faultOf(value)
    if (expected !== null) throw invalid(parameter, expected)
    await this.#change(key, value as ParameterValue, seen)
  }

  /** Back to the default. @throws E_NOT_FOUND */
  async reset(key: string): Promise<void> {
    declaredParameter(key)
    await this.#change(key, null, undefined)
  }

  async #change(key: string, value: ParameterValue | null, seen: Seen): Promise<void> {
    for (let left = TIMES; left > 0; left--) {
      const row = await Setting.findBy('key', key)
      if (seen !== undefined && seen?.toMillis() !== row?.updatedAt.toMillis()) throw conflict()
      if ((row?.value ?? null) === value) return
      if (await db.transaction((trx) => writeSetting(trx, key, row, value))) {
        return this.versions.bump(SETTINGS_KEY)
      }
    }
    throw conflict()
  }
}

/** Resolves to whether the row was still as it was read. */
export async function writeSetting(
  trx: TransactionClientContract,
  key: string,
  row: Setting | null,
  value: ParameterValue | null
): Promise<boolean> {
  const acting = currentActing()
  const changedBy = acting.kind === 'operator' ? acting.operator.id : null
  if (!(await written(trx, { key, row, value, changedBy }))) return false
  const change = { before: { value: row?.value ?? null }, after: { value } }
  await recordChanges([{ action: 'updated', type: SETTING, id: key, name: key, ...change }], trx)
  return true
}

interface Change {
  key: string
  row: Setting | null
  value: ParameterValue | null
  changedBy: number | null
}

async function written(
  trx: TransactionClientContract,
  { key, row, value, changedBy }: Change
): Promise<boolean> {
  if (!row) return value === null || inserted(trx, key, value, changedBy)
  const unchanged = trx
    .from(Setting.table)
    .where({ id: row.id, updated_at: toStored(row.updatedAt) })
  if (value === null) return Number(await unchanged.delete()) > 0
  const later = Math.max(clock.now(), row.updatedAt.toMillis() + 1)
  const values = { value: JSON.stringify(value), updated_by: changedBy }
  return Number(await unchanged.update({ ...values, updated_at: toStored(later) })) > 0
}

async function inserted(
  trx: TransactionClientContract,
  key: string,
  value: ParameterValue,
  updatedBy: number | null
): Promise<boolean> {
  try {
    await trx.transaction((within) => Setting.create({ key, value, updatedBy }, { client: within }))
    return true
  } catch (error) {
    if (isConstraintConflict(error)) return false
    throw error
  }
}

/** @throws E_NOT_FOUND where no mounted plugin declares it */
export function declaredParameter(key: string): Parameter {
  const plugins = app.config.get<readonly PluginManifest[]>('plugins')
  const found = parameterCatalogue(plugins).find(({ parameter }) => parameter.key === key)
  if (!found) throw new E_NOT_FOUND(say`There is no setting "${key}"`)
  return found.parameter
}

function invalid({ title, type }: Parameter, expected: Said) {
  const message = say`"${new Text(title, {})}" must be ${expected}`
  return new E_VALIDATION(message, { errors: [{ field: 'value', rule: type, message }] })
}

function conflict() {
  return new E_CONFLICT(MESSAGE, {
    errors: [{ field: 'updatedAt', rule: 'unchanged', message: MESSAGE }],
  })
}
