import { defineConfig } from '@adonisjs/limiter'
import type { InferLimiters } from '@adonisjs/limiter/types'
import { slidingStore } from '#kernel/rate_limit/main'

const limiterConfig = defineConfig({
  default: 'sliding',
  stores: { sliding: slidingStore() },
})

export default limiterConfig

declare module '@adonisjs/limiter/types' {
  export interface LimitersList extends InferLimiters<typeof limiterConfig> {}
}
