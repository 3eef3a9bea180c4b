import type { Secret } from '@adonisjs/core/helpers'
import type { ApplicationService } from '@adonisjs/core/types'
import { DatabaseStatus } from '#kernel/database/main'
import { Health } from '#kernel/health/main'
import { ownVersion } from '#kernel/boot/main'
import { SameEverywhere, StateStore } from '#kernel/state/main'
import { NodeWatch } from './node_watch.js'

export default class NodesProvider {
  #watch: NodeWatch | undefined

  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton(NodeWatch, async (resolver) => {
      return new NodeWatch(
        await resolver.make(SameEverywhere),
        await resolver.make(StateStore),
        await resolver.make(DatabaseStatus),
        await resolver.make('logger'),
        ownVersion(this.app)
      )
    })
  }

  async boot() {
    const same = await this.app.container.make(SameEverywhere)
    same.must('APP_KEY', { own: this.app.config.get<Secret<string>>('app.appKey').release() })
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { container } = this.app
    const watch = await container.make(NodeWatch)
    const health = await container.make(Health)
    health.watch('agreement with the other nodes', { answers: async () => watch.agrees })
    this.#watch = watch
    watch.start()
  }

  async shutdown() {
    await this.#watch?.stop()
  }
}
