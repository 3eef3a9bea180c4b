import type { ApplicationService } from '@adonisjs/core/types'
import { Metrics } from '#kernel/metrics/main'
import { FanOut } from './delivery/fan_out.js'
import { Connections } from './sockets/connections.js'
import { MessageWriter } from './log/message_writer.js'
import { NoticeStreams } from './notices/notice_streams.js'

export async function describeMetrics({ container }: ApplicationService): Promise<void> {
  const metrics = await container.make(Metrics)
  metrics.tell({
    name: 'chancery_messaging_sockets',
    help: 'Open WebSockets.',
    type: 'gauge',
    read: async () => (await container.make(Connections)).size,
  })
  metrics.tell({
    name: 'chancery_messaging_streams',
    help: 'Open event streams of notices.',
    type: 'gauge',
    read: async () => (await container.make(NoticeStreams)).size,
  })
  metrics.tell({
    name: 'chancery_messaging_stored_total',
    help: 'Messages that were stored.',
    type: 'counter',
    read: async () => (await container.make(MessageWriter)).stored,
  })
  metrics.tell({
    name: 'chancery_messaging_told_total',
    help: 'Frames with entries that were written to sockets.',
    type: 'counter',
    read: async () => (await container.make(FanOut)).delivered,
  })
}
