import { definePlugin } from '#kernel/plugins/main'
import { metricsSettings } from './settings.js'

export default definePlugin({
  name: 'metrics',
  description: 'What the service does, in numbers for Prometheus',
  from: import.meta.url,
  texts: { zh: () => import('./texts/zh.js') },
  provider: () => import('./metrics_provider.js'),
  settings: metricsSettings,
})
