import { inject } from '@adonisjs/core'
import app from '@adonisjs/core/services/app'
import { Parameters, type ParameterValue } from '#kernel/parameters/main'
import { parameterCatalogue, type PluginManifest } from '#kernel/plugins/main'

@inject()
export class PublicSettings {
  constructor(private readonly parameters: Parameters) {}

  /** Values by key. */
  find(): Promise<Record<string, ParameterValue>> {
    const plugins = app.config.get<readonly PluginManifest[]>('plugins')
    const all = parameterCatalogue(plugins).map(({ parameter }) => parameter)
    const asked = all.filter(({ isPublic }) => isPublic).map((one) => [one.key, one] as const)
    return this.parameters.all(Object.fromEntries(asked))
  }
}
