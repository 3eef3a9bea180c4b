import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { declarationOf } from '#kernel/http/main'

/** Turns whatever is thrown into the response. */
export const exceptionHandler = () => import('#kernel/http/exception_handler')

/** Run for every request, those without a route among them, in this order. */
export const serverMiddleware = [
  () => import('#kernel/http/response_headers_middleware'),
  () => import('#kernel/http/cors_middleware'),
  () => import('#kernel/rate_limit/rate_limit_middleware'),
  () => import('#kernel/http/refused_requests_middleware'),
]

/** Run for every request that has a route, in this order. */
export const routerMiddleware = [
  () => import('#kernel/http/plain_json_middleware'),
  () => import('@adonisjs/auth/initialize_auth_middleware'),
]

interface Middleware {
  handle(ctx: HttpContext, next: NextFn): unknown
}

type LazyMiddleware = () => Promise<{ default: new (...args: any[]) => Middleware }>

/** The same middleware for routes that declare no access, which an application had before; others pass them by. */
export function forUndeclaredRoutes(middleware: readonly LazyMiddleware[]): LazyMiddleware[] {
  return middleware.map((load) => async () => {
    const { default: Own } = await load()
    return {
      default: class implements Middleware {
        async handle(ctx: HttpContext, next: NextFn) {
          if (!ctx.route || declarationOf(ctx.route)?.access) return next()
          const own = await ctx.containerResolver.make(Own)
          return own.handle(ctx, next)
        }
      },
    }
  })
}
