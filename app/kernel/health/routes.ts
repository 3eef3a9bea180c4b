import type { Router } from '@adonisjs/core/http'
import { t } from '#kernel/contracts/main'

const HealthController = () => import('./health_controller.js')

const shape = t.object({ status: t.oneOf(['UP', 'DOWN']) })
const raw = { type: 'application/json', shape, statuses: [200, 503] }

const probes = [
  { path: '/actuator/health', action: 'overall', summary: 'Whether anything is lost' },
  {
    path: '/actuator/health/readiness',
    action: 'readiness',
    summary: 'Whether requests can be served',
  },
  { path: '/actuator/readiness', action: 'readiness', summary: 'Whether requests can be served' },
  { path: '/actuator/health/liveness', action: 'liveness', summary: 'Whether the process answers' },
  { path: '/actuator/liveness', action: 'liveness', summary: 'Whether the process answers' },
] as const

export function healthRoutes(router: Router): void {
  for (const { path, action, summary } of probes) {
    router
      .get(path, [HealthController, action])
      .as(path.slice(1).replaceAll('/', '.'))
      .public('probes do not log in')
      .contract({ summary, raw })
  }
}
