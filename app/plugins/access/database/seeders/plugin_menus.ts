import app from '@adonisjs/core/services/app'
import type { PluginManifest } from '#kernel/plugins/main'
import { SynchroniseMenus } from '../../actions/synchronise_menus.js'

/** Brings the menus up to date with the plugins that are mounted. */
export default async function seedPluginMenus() {
  const synchronise = await app.container.make(SynchroniseMenus)
  await synchronise.handle(app.config.get<readonly PluginManifest[]>('plugins'))
}
