import { QueryClient } from '@tanstack/vue-query'
import type { ChanceryError } from '@chancery/http-client'

/** What may go away by itself: no answer, a busy service, a fault on the way. */
const isPassing = (error: ChanceryError) => error.status === undefined || error.status >= 502

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) => isPassing(error as ChanceryError) && count < 5,
      retryDelay: (count) => Math.min(1000 * 2 ** count, 15_000),
    },
    mutations: { retry: false },
  },
})
