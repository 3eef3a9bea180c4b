import { eventually } from '../../helpers/eventually.js'
import { startNode, type Node } from './node.js'
import type { StatePair } from '../../helpers/conformance/state/pair.js'
import { RedisServer } from './redis_server.js'

/** Two nodes on a Redis of their own, which they can lose. */
export class RedisPair implements StatePair {
  private constructor(
    readonly server: RedisServer,
    readonly here: Node,
    readonly there: Node
  ) {}

  static async start(): Promise<RedisPair> {
    const server = await RedisServer.start()
    return new RedisPair(server, await startNode(server.url), await startNode(server.url))
  }

  /** Resolves when both nodes have noticed. */
  async lose(): Promise<void> {
    await this.server.stop()
    await eventually(() => !this.here.status.connected && !this.there.status.connected)
  }

  /** Resolves when both nodes have noticed. */
  async regain(): Promise<void> {
    await this.server.start()
    await eventually(() => this.here.status.connected && this.there.status.connected)
  }

  async close(): Promise<void> {
    this.server.thaw()
    try {
      await this.here.close()
      await this.there.close()
    } finally {
      await this.server.stop()
    }
  }
}
