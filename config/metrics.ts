import { readSettings } from '#kernel/settings/main'
import { metricsSettings } from '#plugins/metrics/settings'
import type { MetricsConfig } from '#plugins/metrics/main'

const settings = readSettings(metricsSettings)

const metrics: MetricsConfig = {
  port: settings.METRICS_PORT ?? null,
  host: settings.METRICS_HOST,
}

export default metrics
