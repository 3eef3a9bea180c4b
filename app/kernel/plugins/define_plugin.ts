import type { LazyImport } from '@poppinss/utils/types'
import type { Router } from '@adonisjs/core/http'
import type { ApplicationService } from '@adonisjs/core/types'
import type { ContainerProviderContract } from '@adonisjs/core/types/app'
import type { PageDescription } from '#kernel/descriptions/main'
import type { ParameterSet } from '#kernel/parameters/main'
import type { PermissionSet, MenuSeed } from '#kernel/permissions/main'
import type { RetentionKinds, Settings } from '#kernel/settings/main'
import type { TextSources } from '#kernel/languages/main'

type ProviderClass = new (app: ApplicationService) => ContainerProviderContract

export interface PluginManifest {
  /** Unique, in kebab-case or snake_case; also the name of its part of the API description. */
  name: string
  /** One sentence for `node ace list:plugins` and the API description. */
  description: string
  /** `import.meta.url` of the manifest: migrations, seeders and commands are found beside it. */
  from: string
  /** The versions of Chancery that it works with, as a range such as `^0.4.0`. */
  chancery?: string
  /** The manifests of plugins that must be mounted before this one. */
  requires?: readonly PluginManifest[]
  permissions?: PermissionSet
  /** Rows that the `access` plugin writes for front ends; their buttons carry the permissions. */
  menus?: readonly MenuSeed[]
  /** Made by `describePages`: front ends show them without code of their own. Each is opened by the menu of its name. */
  pages?: readonly PageDescription[]
  /** Translations of what the plugin says to people, by language: modules whose default export has them by the English text. */
  texts?: TextSources
  provider?: LazyImport<ProviderClass>
  routes?: () => Promise<{ default: (router: Router) => void }>
  listeners?: () => Promise<unknown>
  /** Folder of ace commands, relative to the manifest. */
  commands?: string
  /** Environment keys of the plugin: checked at boot, documented, and read by `readSettings`. */
  settings?: Settings
  /** Values that administrators change while the service runs, made by `defineParameters` and read through `Parameters`. */
  parameters?: ParameterSet
  /** Rows that the plugin removes after the days that RETENTION_DAYS sets, read by `retentionDays`. */
  retention?: RetentionKinds
}

/** What a plugin declares, with the types of its settings, which its configuration reads. */
type Declared<Own, Kinds> = PluginManifest & { settings: Own; retention: Kinds }

/** Declares a plugin. Keep the module light: everything heavy is behind a lazy import. */
export function definePlugin<
  Own extends Settings | undefined = undefined,
  Kinds extends RetentionKinds | undefined = undefined,
>(manifest: PluginManifest & { settings?: Own; retention?: Kinds }): Declared<Own, Kinds> {
  return Object.freeze(manifest) as Declared<Own, Kinds>
}
