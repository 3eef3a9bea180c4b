import env from '#start/env'
import type { MetricsConfig } from '#plugins/metrics/main'

const metrics: MetricsConfig = {
  port: env.get('METRICS_PORT') ?? null,
  host: env.get('METRICS_HOST', '127.0.0.1'),
}

export default metrics
