import type { Metric, Metrics } from '#kernel/metrics/main'
import type { Assembly } from './assembly.js'
import type { Messaging } from './messaging.js'

type Told = Omit<Metric, 'read'> & { of: (parts: Assembly) => number }

const TOLD: readonly Told[] = [
  {
    name: 'chancery_messaging_sockets',
    help: 'Open WebSockets.',
    type: 'gauge',
    of: ({ connections }) => connections.size,
  },
  {
    name: 'chancery_messaging_streams',
    help: 'Open event streams of notices.',
    type: 'gauge',
    of: ({ streams }) => streams.size,
  },
  {
    name: 'chancery_messaging_stored_total',
    help: 'Messages that were stored.',
    type: 'counter',
    of: ({ writer }) => writer.stored,
  },
  {
    name: 'chancery_messaging_told_total',
    help: 'Messages that were told to sockets, each as often as there were sockets to tell it to.',
    type: 'counter',
    of: ({ fanOut }) => fanOut.told,
  },
]

/** Looking does not start it. */
export function tellOfMessaging(metrics: Metrics, messaging: Messaging): void {
  for (const { of, ...metric } of TOLD) {
    const read = async () => (messaging.started ? of(await messaging.parts()) : 0)
    metrics.tell({ ...metric, read })
  }
}
