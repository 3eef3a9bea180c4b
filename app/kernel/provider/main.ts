/** Binds what the settings choose, state and limits in memory or in Redis, and patches the database packages. */
export { patchDatabase } from './database_patches.js'
export { createHttpServer } from './http_server.js'
export {
  exceptionHandler,
  forUndeclaredRoutes,
  routerMiddleware,
  serverMiddleware,
} from './middleware.js'
export { bootState, closeState, registerState } from './state_provider.js'
