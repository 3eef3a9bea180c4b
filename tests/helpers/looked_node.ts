import { Logger } from '@adonisjs/core/logger'
import app from '@adonisjs/core/services/app'
import type { Group } from '@japa/runner/core'
import { DatabasePresence } from '#kernel/database/database_presence'
import { actAsSystem } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import { MemoryStore } from '#kernel/state/memory/memory_store'
import { SameEverywhere, type Told } from '#kernel/state/same_everywhere'
import RunningNode from '../../app/plugins/nodes/models/running_node.js'
import { NodeWatch } from '../../app/plugins/nodes/node_watch.js'

export const BEAT_MS = 20_000

/** A node, looked after by hand. */
export class Looked {
  readonly lines: string[] = []
  readonly watch: NodeWatch

  constructor(secrets: Record<string, Told>, store: MemoryStore, database: DatabasePresence) {
    const same = new SameEverywhere()
    for (const [what, told] of Object.entries(secrets)) same.must(what, told)
    const write = (line: string) => void this.lines.push((JSON.parse(line) as { msg: string }).msg)
    const logger = new Logger({ enabled: true, level: 'info', destination: { write } })
    this.watch = new NodeWatch(same, store, database, logger, '1.2.3')
  }

  look(): Promise<void> {
    return actAsSystem('nodes of a test', () => this.watch.look())
  }
}

/** Nodes of one database, on a store that they share and time that stands. */
export function lookedNodes(group: Group) {
  const there: { store: MemoryStore; database?: DatabasePresence; all: Looked[] } = {
    store: new MemoryStore(),
    all: [],
  }
  group.each.setup(async () => {
    clock.stop()
    await RunningNode.query().delete()
    there.store = new MemoryStore()
    there.database = await app.container.make(DatabasePresence)
    there.all = []
    return async () => {
      await Promise.all(there.all.map(({ watch }) => watch.stop()))
      clock.restore()
    }
  })
  return {
    get store(): MemoryStore {
      return there.store
    },

    node(secrets: Record<string, Told> = {}, its = there.store): Looked {
      const made = new Looked(secrets, its, there.database!)
      there.all.push(made)
      return made
    },
  }
}

/** Each looks around, and it is later. */
export async function beat(...nodes: Looked[]): Promise<void> {
  for (const node of nodes) await node.look()
  clock.travel(BEAT_MS)
}
