import apiDocs from '#plugins/api_docs/plugin'
import documents from '#plugins/documents/plugin'
import files from '#plugins/files/plugin'
import messaging from '#plugins/messaging/plugin'
import moderation from '#plugins/moderation/plugin'
import access from '#plugins/access/plugin'
import audit from '#plugins/audit/plugin'
import identity from '#plugins/identity/plugin'
import settings from '#plugins/settings/plugin'
import metrics from '#plugins/metrics/plugin'
import moduleGenerator from '#plugins/module_generator/plugin'
import console from '#plugins/console/plugin'
import type { PluginManifest } from '#kernel/plugins/main'

/** The plugins that boot, in order; a plugin stands below those that it requires. */
const plugins: readonly PluginManifest[] = [
  metrics,
  identity,
  access,
  audit,
  settings,
  files,
  documents,
  messaging,
  moderation,
  apiDocs,
  moduleGenerator,
  console,
]

export default plugins
