import { Counter, Histogram, type Registry } from 'prom-client'
import { requestOutcome, type Completed } from '#kernel/http/main'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Clients may send any of the methods that Node.js knows; where there is no route, these are told apart. */
const COMMON = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Requests as they end. What tells them apart comes from the routes, so that no client makes more of it. */
export class RequestMetrics {
  readonly #requests: Counter<'method' | 'route' | 'status'>
  readonly #seconds: Histogram<'method' | 'route'>

  constructor(registry: Registry) {
    this.#requests = new Counter({
      name: 'chancery_http_requests_total',
      help: 'Requests, by the pattern of their route and the class of their status.',
      labelNames: ['method', 'route', 'status'],
      registers: [registry],
    })
    this.#seconds = new Histogram({
      name: 'chancery_http_request_duration_seconds',
      help: 'From when a request came until its answer was sent.',
      labelNames: ['method', 'route'],
      buckets: SECONDS,
      registers: [registry],
    })
  }

  note(completed: Completed): void {
    const { isCut, status, seconds, ...request } = requestOutcome(completed)
    const method = COMMON.has(request.method) ? request.method : 'other'
    const route = request.route ?? 'none'
    this.#requests.inc({ method, route, status: isCut ? 'cut' : classOf(status) })
    if (!isCut) this.#seconds.observe({ method, route }, seconds)
  }
}

function classOf(status: number): string {
  return `${Math.trunc(status / 100)}xx`
}
