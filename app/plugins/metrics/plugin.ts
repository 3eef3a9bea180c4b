import { definePlugin } from '#kernel/plugins/main'

export default definePlugin({
  name: 'metrics',
  description: 'What the service does, in numbers for Prometheus',
  from: import.meta.url,
  provider: () => import('./metrics_provider.js'),
  settings: ['METRICS_PORT', 'METRICS_HOST'],
})
