import type { ApplicationService } from '@adonisjs/core/types'
import { type PluginManifest, onPluginsChanged } from '#kernel/plugins/main'
import { ownVersion } from '#kernel/boot/main'
import { onHttpServer } from '#kernel/http/main'
import { Landing } from '#kernel/pages/main'
import type { ApiDocsConfig } from './api_docs_config.js'
import { ApiDescription } from './description/api_description.js'
import { assertDescribable } from './description/description_check.js'
import { ServedAsyncDescriptions } from './description/served_async_descriptions.js'
import { AsyncDescription } from './description/async_description.js'
import { ServedDescriptions } from './description/served_descriptions.js'
import { ForwardedPrefix, type TrustsProxy } from './forwarded_prefix.js'
import { DocumentationPage } from './page/documentation_page.js'

export default class ApiDocsProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton(ApiDescription, async (resolver) => {
      const router = await resolver.make('router')
      const routes = () => Object.values(router.toJSON()).flat()
      return new ApiDescription({ ...this.#title(), routes, plugins: this.#plugins() })
    })
    container.singleton(ForwardedPrefix, () => {
      return new ForwardedPrefix(this.app.config.get<TrustsProxy>('app.http.trustProxy'))
    })
    container.singleton(DocumentationPage, () => {
      return new DocumentationPage(this.app.config.get<ApiDocsConfig>('api_docs').uiPath)
    })
    container.singleton(AsyncDescription, () => new AsyncDescription(this.#title()))
    container.singleton(
      ServedAsyncDescriptions,
      async (resolver) => new ServedAsyncDescriptions(await resolver.make(AsyncDescription))
    )
    container.singleton(
      ServedDescriptions,
      async (resolver) => new ServedDescriptions(await resolver.make(ApiDescription))
    )
  }

  async boot() {
    const { enabled, uiPath } = this.app.config.get<ApiDocsConfig>('api_docs')
    if (!enabled) return
    const landing = await this.app.container.make(Landing)
    landing.add({
      href: uiPath.slice(1),
      title: 'API documentation',
      description: 'Every operation, to read and to try',
    })
  }

  async start() {
    if (this.app.inProduction) return
    const description = await this.app.container.make(ApiDescription)
    onHttpServer(() => assertDescribable(description.operations))
    const served = await this.app.container.make(ServedDescriptions)
    const channels = await this.app.container.make(ServedAsyncDescriptions)
    onPluginsChanged(() => {
      served.forget()
      channels.forget()
    })
  }

  #plugins() {
    return this.app.config.get<readonly PluginManifest[]>('plugins')
  }

  #title() {
    return { title: 'Chancery', version: ownVersion(this.app) }
  }
}
