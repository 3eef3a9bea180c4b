import { inject } from '@adonisjs/core'
import { actAsSystem } from '#kernel/acting/main'
import { ConfigurationParts } from '#kernel/plugins/main'

/** What `config:apply` understands. */
export const FORMAT = 1

/** What administrators configured, in names and codes that are the same on every installation. */
@inject()
export class ExportConfiguration {
  constructor(private readonly parts: ConfigurationParts) {}

  handle(): Promise<Record<string, unknown>> {
    return actAsSystem('export the configuration', async () => {
      const file: Record<string, unknown> = { format: FORMAT }
      for (const { name, load } of this.parts.all()) file[name] = await (await load()).export()
      return file
    })
  }
}
