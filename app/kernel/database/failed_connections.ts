import type { ConnectionContract } from '@adonisjs/lucid/types/database'

/** How knex makes a connection: pinned by tests/unit/database/failed_connections.spec.ts. */
interface Dialect {
  acquireRawConnection(): Promise<unknown>
}

const failed = new WeakSet<object>()

/** Has a fault of making a connection be known as one: whatever its code, nothing was asked yet, and it passes. */
export function noteFailedConnections({ client }: ConnectionContract): void {
  const dialect = client!.client as Dialect
  const connect = dialect.acquireRawConnection.bind(dialect)
  dialect.acquireRawConnection = async () => {
    try {
      return await connect()
    } catch (error) {
      failed.add(error as object)
      throw error
    }
  }
}

export function isOfConnecting(error: Error): boolean {
  return failed.has(error)
}
