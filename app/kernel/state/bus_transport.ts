import type { Serializable, SubscribeHandler, Transport } from '@boringnode/bus/types/main'
import type { Bus } from './bus.js'

interface Envelope<T> {
  from: string
  payload: T
}

/**
 * Carries broadcasts of `@adonisjs/transmit` between nodes, over the application's bus. While the connection is lost a
 * broadcast reaches the streams of its own node alone; nothing waits.
 */
export class BusTransport implements Transport {
  #id = ''

  constructor(private readonly bus: () => Promise<Bus>) {}

  setId(id: string): this {
    this.#id = id
    return this
  }

  async publish(channel: string, payload: Serializable): Promise<void> {
    const bus = await this.bus()
    await bus.publish(channel, { from: this.#id, payload })
  }

  async subscribe<T extends Serializable>(
    channel: string,
    handler: SubscribeHandler<T>
  ): Promise<void> {
    const bus = await this.bus()
    await bus.subscribe(channel, (message) => {
      const { from, payload } = message as Envelope<T>
      if (from !== this.#id) return handler(payload)
    })
  }

  /** Transmit never does; the subscription ends with the bus. */
  async unsubscribe(): Promise<void> {}

  async disconnect(): Promise<void> {}

  onReconnect(): void {}
}
