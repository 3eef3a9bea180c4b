/** What plugins measure. */
export { tellOfKernel } from './kernel_metrics.js'
export { type Metric, Metrics, type Reading } from './metrics.js'
