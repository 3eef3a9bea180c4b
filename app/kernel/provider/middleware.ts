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
