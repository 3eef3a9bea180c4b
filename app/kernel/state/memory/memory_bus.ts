import { Bus, type BusHandler, type Unsubscribe } from '../bus.js'
import type { Subscriptions } from '../subscriptions.js'

/** The bus of a process that is alone: nothing is ever lost, so nothing is ever restored. */
export class MemoryBus extends Bus {
  readonly connected = true

  constructor(private readonly subscriptions: Subscriptions) {
    super()
  }

  async publish(channel: string, payload: unknown): Promise<void> {
    this.subscriptions.deliver(channel, JSON.stringify(payload ?? null))
  }

  async subscribe(channel: string, handler: BusHandler): Promise<Unsubscribe> {
    this.subscriptions.add(channel, handler)
    return async () => {
      this.subscriptions.remove(channel, handler)
    }
  }

  onRestored(): void {}
}
