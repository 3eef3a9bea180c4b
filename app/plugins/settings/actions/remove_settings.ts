import { inject } from '@adonisjs/core'
import { Versions } from '#kernel/state/main'
import Setting from '../models/setting.js'
import { SETTINGS_KEY } from '../stored_parameters.js'

/** Deletes the settings of a plugin that is removed for good. */
@inject()
export class RemoveSettings {
  constructor(private readonly versions: Versions) {}

  /** Resolves to how many there were, in words; `null` for none. */
  async handle(plugin: string): Promise<string | null> {
    const count = await removeOf(plugin)
    await this.versions.bump(SETTINGS_KEY)
    if (count === 0) return null
    return count === 1 ? '1 setting' : `${count} settings`
  }
}

async function removeOf(plugin: string): Promise<number> {
  const rows = await Setting.query().select('id', 'key').pojo<{ id: number; key: string }>()
  const ids = rows.filter(({ key }) => key.startsWith(`${plugin}.`)).map(({ id }) => id)
  for (const id of ids) await Setting.query().where('id', id).delete()
  return ids.length
}
