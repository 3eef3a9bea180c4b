import { Router } from '@adonisjs/core/http'
import type { ApplicationService } from '@adonisjs/core/types'
import type { RouteJSON } from '@adonisjs/core/types/http'
import { collectRoutes, declarationOf } from '#kernel/http/main'
import type { PluginManifest } from '#kernel/plugins/main'

type RouterParts = ConstructorParameters<typeof Router>
type RouterMiddleware = Parameters<Router['use']>[0]
type Drawn = Record<string, RouteJSON[]>

/**
 * Routes that are mounted while the process serves. The framework's router is closed once it serves; what it does not
 * know is looked up in routers of ours, one a plugin, which can be taken out again.
 */
export class LateRoutes {
  readonly #routers = new Map<string, Router>()
  /** Plugins whose routes the framework's router has, and must not answer any more. */
  readonly #replaced = new Set<string>()
  readonly #middleware: RouterMiddleware[number][] = []

  constructor(
    private readonly app: ApplicationService,
    private readonly router: Router
  ) {}

  /** Call it before anybody says which middleware every route has. */
  install(): void {
    const { router } = this
    const use = router.use.bind(router)
    const match = router.match.bind(router)
    const toJSON = router.toJSON.bind(router)
    router.use = (list) => {
      this.#middleware.push(...list)
      return use(list)
    }
    router.match = (...request) => {
      const found = match(...request)
      return found && this.#answers(found.route) ? found : this.#late(request)
    }
    router.toJSON = () => this.#drawn(toJSON())
  }

  async mount({ name, routes }: PluginManifest): Promise<void> {
    this.unmount(name)
    if (!routes || !this.router.commited) return

    const encryption = (await this.app.container.make('encryption')) as unknown as RouterParts[1]
    const config = this.app.config.get<RouterParts[3]>('app.http.router')
    const late = new Router(this.app, encryption, this.router.qs, config)
    late.use(this.#middleware)
    const { default: draw } = await routes()
    collectRoutes(name, late, draw)
    late.commit()
    this.#routers.set(name, late)
  }

  /** Its routes answer 404 from now on. */
  unmount(name: string): void {
    this.#routers.delete(name)
    if (this.router.commited) this.#replaced.add(name)
  }

  #answers(route: RouteJSON): boolean {
    const plugin = declarationOf(route)?.plugin
    return !plugin || !this.#replaced.has(plugin)
  }

  #late(request: Parameters<Router['match']>): ReturnType<Router['match']> {
    for (const late of this.#routers.values()) {
      const found = late.match(...request)
      if (found) return found
    }
    return null
  }

  #drawn(own: Drawn): Drawn {
    const drawn: Drawn = {}
    for (const [domain, routes] of Object.entries(own))
      drawn[domain] = routes.filter((route) => this.#answers(route))
    for (const late of this.#routers.values())
      for (const [domain, routes] of Object.entries(late.toJSON()))
        drawn[domain] = [...(drawn[domain] ?? []), ...routes]
    return drawn
  }
}
