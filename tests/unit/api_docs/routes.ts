import { RouterFactory } from '@adonisjs/core/factories/http'
import type { Router } from '@adonisjs/core/http'
import { addRouteMacros, collectRoutes } from '#kernel/http/main'

/** The routes that a plugin of the given name draws, in a router of their own. */
export function drawn(plugin: string, draw: (router: Router) => void) {
  const router = new RouterFactory().create()
  addRouteMacros(router)
  collectRoutes(plugin, router, draw)
  router.commit()
  return Object.values(router.toJSON()).flat()
}
