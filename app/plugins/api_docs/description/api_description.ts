import type { RouteJSON } from '@adonisjs/core/types/http'
import type { PluginManifest } from '#kernel/plugins/main'
import { openApiDocument, type DocumentTitle, type OpenApiDocument } from './document.js'
import { operationsOf, tagOf, type Operation } from './operations.js'

export interface DescribedApplication extends DocumentTitle {
  routes: () => readonly RouteJSON[]
  plugins: readonly PluginManifest[]
}

/** The API description of the routes as they are mounted; whoever mounts others while the process runs says so. */
export class ApiDescription {
  #operations?: readonly Operation[]

  constructor(private readonly application: DescribedApplication) {}

  get operations(): readonly Operation[] {
    this.#operations ??= operationsOf(this.application.routes())
    return this.#operations
  }

  /** Routes were mounted or taken out. */
  forget(): void {
    this.#operations = undefined
  }

  document(operations = this.operations): OpenApiDocument {
    const { plugins, title, version } = this.application
    return openApiDocument(operations, plugins, { title, version })
  }

  /** The operations of one plugin; `undefined` when there is no such plugin with routes. */
  partOf(plugin: string): readonly Operation[] | undefined {
    const part = this.operations.filter((operation) => tagOf(operation) === plugin)
    return part.length > 0 ? part : undefined
  }
}
