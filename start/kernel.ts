import router from '@adonisjs/core/services/router'
import server from '@adonisjs/core/services/server'

server.errorHandler(() => import('#kernel/http/exception_handler'))

server.use([
  () => import('#kernel/http/response_headers_middleware'),
  () => import('#kernel/http/cors_middleware'),
  () => import('#kernel/rate_limit/rate_limit_middleware'),
  () => import('#kernel/http/refused_requests_middleware'),
])

router.use([
  () => import('#kernel/http/plain_json_middleware'),
  () => import('@adonisjs/auth/initialize_auth_middleware'),
])
