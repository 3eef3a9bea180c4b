import { RedisConnection } from '@adonisjs/redis'
import { endConnection } from '#kernel/state/redis/redis_link'
import { redisOptions } from '#kernel/state/redis/redis_options'
import { RedisServer } from './redis_server.js'

/** A Redis of the test's own with a user `app` beside the one who may all, who says what that user may. */
export class RedisAdmin {
  private constructor(
    readonly server: RedisServer,
    private readonly client: RedisConnection['ioConnection']
  ) {}

  /** @param rights of `app`, as `ACL SETUSER` takes them */
  static async start(rights: string, more: readonly string[] = []): Promise<RedisAdmin> {
    const server = await RedisServer.start(more)
    const options = { ...redisOptions(server.url), db: 0, enableOfflineQueue: true }
    const admin = new RedisAdmin(server, new RedisConnection('admin', options).ioConnection)
    await admin.grant(`on >secret ${rights}`)
    return admin
  }

  urlOf(number: number): string {
    return `redis://app:secret@127.0.0.1:${this.server.port}/${number}`
  }

  call(line: string): Promise<unknown> {
    const [name, ...rest] = line.split(' ')
    return this.client.call(name!, ...rest)
  }

  /** So many it was called for since it runs. */
  async connections(): Promise<number> {
    const stats = String(await this.call('INFO stats'))
    return Number(/^total_connections_received:(\d+)/m.exec(stats)![1])
  }

  async grant(rights: string): Promise<void> {
    await this.call(`ACL SETUSER app ${rights}`)
  }

  async close(): Promise<void> {
    await endConnection(this.client)
    await this.server.stop()
  }
}
