export type { MetricsConfig } from './metrics_config.js'
