/** What a plugin declares, how plugins are mounted, and how their database is prepared. */
export { bindSingletons } from './bind_singletons.js'
export { type DeclaredParameter, parameterCatalogue, permissionCatalogue } from './catalogue.js'
export { checkedEntries } from './configuration/configuration_check.js'
export {
  type AppliedPart,
  type ConfigurationDifference,
  type ConfigurationFault,
  type ConfigurationPart,
  ConfigurationParts,
  type DeclaredPart,
} from './configuration/configuration_parts.js'
export { type PluginManifest, definePlugin } from './define_plugin.js'
export { isForProduction, withholdDevelopment } from './development_commands.js'
export { prepareDatabase } from './prepare_database.js'
export { mountPlugins } from './mount_plugins.js'
export { LoggedNotices, type Notice, Notices } from './notices/notices.js'
export { numberIn } from './number_flag.js'
export { ERASED_NAME } from './personal_data/erased_name.js'
export {
  type ErasedPerson,
  PersonalData,
  type PersonalHolding,
} from './personal_data/personal_data.js'
export {
  announcePluginChange,
  announcePluginRemoval,
  onPluginRemoved,
  onPluginsChanged,
} from './plugin_changes.js'
export {
  PLUGIN_SOURCES,
  type PluginDescription,
  type PluginSource,
  describePlugins,
} from './plugin_descriptions.js'
export { pluginFolders } from './plugin_files.js'
export {
  LEDGER,
  allMigrations,
  assertPrepared,
  migrationsOf,
  mountedMigrations,
  pendingMigrations,
  unknownMigrations,
} from './plugin_migrations.js'
export { removeEldest } from './retention/eldest_rows.js'
export { type Kept, Retention } from './retention/retention.js'
export { ServiceCommand } from './service_command.js'
