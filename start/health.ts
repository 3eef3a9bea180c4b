import router from '@adonisjs/core/services/router'
import { t } from '#kernel/http/shape'

const HealthController = () => import('#kernel/health/health_controller')

const shape = t.object({ status: t.oneOf(['UP', 'DOWN']) })
const contract = (summary: string) => ({
  summary,
  raw: { type: 'application/json', shape, statuses: [200, 503] },
})

router
  .group(() => {
    router
      .get('health', [HealthController, 'show'])
      .public('probes do not log in')
      .contract(contract('Health'))
    router
      .get('health/liveness', [HealthController, 'liveness'])
      .public('probes do not log in')
      .contract(contract('Whether the process answers'))
    router
      .get('health/readiness', [HealthController, 'show'])
      .public('probes do not log in')
      .contract(contract('Whether requests can be served'))
    router
      .get('liveness', [HealthController, 'liveness'])
      .public('probes do not log in')
      .contract(contract('Whether the process answers'))
    router
      .get('readiness', [HealthController, 'show'])
      .public('probes do not log in')
      .contract(contract('Whether requests can be served'))
  })
  .prefix('/actuator')
