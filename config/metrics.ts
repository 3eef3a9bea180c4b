import { readSettings } from '#kernel/settings/main'
import metricsPlugin from '#plugins/metrics/plugin'
import type { MetricsConfig } from '#plugins/metrics/main'

const settings = readSettings(metricsPlugin.settings)

const metrics: MetricsConfig = {
  port: settings.METRICS_PORT ?? null,
  host: settings.METRICS_HOST,
}

export default metrics
