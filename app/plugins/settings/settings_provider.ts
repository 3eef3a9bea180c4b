import type { ApplicationService } from '@adonisjs/core/types'
import { Parameters } from '#kernel/parameters/main'
import {
  bindSingletons,
  ConfigurationParts,
  onPluginRemoved,
  parameterCatalogue,
  type PluginManifest,
} from '#kernel/plugins/main'
import { Versions } from '#kernel/state/main'
import { Dictionaries } from './dictionaries.js'
import { StoredParameters } from './stored_parameters.js'

export default class SettingsProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    bindSingletons(this.app.container, [Dictionaries])
    const { container, config } = this.app
    container.singleton(Parameters, async (resolver) => {
      const declared = () => parameterCatalogue(this.#plugins).map(({ parameter }) => parameter)
      const [versions, logger] = [await resolver.make(Versions), await resolver.make('logger')]
      return new StoredParameters(config, versions, declared, logger)
    })
  }

  async boot() {
    await this.#addConfiguration()
    onPluginRemoved(async (name) => {
      const { RemoveSettings } = await import('./actions/remove_settings.js')
      const removal = await this.app.container.make(RemoveSettings)
      return removal.handle(name)
    })
  }

  async #addConfiguration() {
    const { container } = this.app
    const parts = await container.make(ConfigurationParts)
    parts.add({
      name: 'settings',
      load: async () => {
        const { SettingPart } = await import('./configuration/setting_part.js')
        return container.make(SettingPart)
      },
    })
    parts.add({
      name: 'dictionaries',
      load: async () => {
        const { DictionaryPart } = await import('./configuration/dictionary_part.js')
        return container.make(DictionaryPart)
      },
    })
  }

  get #plugins(): readonly PluginManifest[] {
    return this.app.config.get<readonly PluginManifest[]>('plugins')
  }
}
