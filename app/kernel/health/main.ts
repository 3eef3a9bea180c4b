/** How the service is, and how it stops. */
export { type StopTimes, stopGracefully } from './graceful_stop.js'
export { Health, type HealthReport } from './health.js'
export { healthRoutes } from './routes.js'
