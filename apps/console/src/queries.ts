import { QueryClient } from '@tanstack/vue-query'
import type { ChanceryError } from '@chancery/http-client'

/** What may go away by itself: no answer, a busy service, too many requests, a fault on the way. */
const isPassing = ({ status }: ChanceryError) =>
  status === undefined || status === 429 || status >= 502

const waitOf = (count: number, { retryAfter }: ChanceryError) =>
  retryAfter === undefined ? Math.min(1000 * 2 ** count, 15_000) : retryAfter * 1000

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) => isPassing(error as ChanceryError) && count < 5,
      retryDelay: (count, error) => waitOf(count, error as ChanceryError),
    },
    // A write that nobody waits for any more must not go out later.
    mutations: { retry: false, networkMode: 'always' },
  },
})
