import type { ApplicationService } from '@adonisjs/core/types'
import { SlidingWindows, RequestLimiter, MemoryRequestLimiter } from '#kernel/rate_limit/main'
import {
  Bus,
  AloneStatus,
  StateStatus,
  StateStore,
  Subscriptions,
  Versions,
  MemoryBus,
  MemoryStore,
  MemoryVersions,
} from '#kernel/state/main'

/** This process is alone and keeps everything itself. */
export function bindMemory({ container }: ApplicationService): void {
  const versions = new MemoryVersions()
  container.bindValue(StateStatus, new AloneStatus())
  container.singleton(StateStore, () => new MemoryStore())
  container.bindValue(Versions, versions)
  container.singleton(
    RequestLimiter,
    () => new MemoryRequestLimiter(new SlidingWindows(), versions)
  )
  container.singleton(Bus, async () => {
    return new MemoryBus(new Subscriptions(await container.make('logger')))
  })
}
