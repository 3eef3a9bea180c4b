import { ListLoader } from '@adonisjs/core/ace'
import ListPlugins from './list_plugins.js'
import RemovePlugin from './remove_plugin.js'
import UpgradeProject from './upgrade_project.js'

const loader = new ListLoader([ListPlugins, RemovePlugin, UpgradeProject])

export const getMetaData = () => loader.getMetaData()
export const getCommand = (metaData: Parameters<typeof loader.getCommand>[0]) =>
  loader.getCommand(metaData)
