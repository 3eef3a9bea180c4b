import type { ApplicationService } from '@adonisjs/core/types'
import { MemoryRateLog } from '../../rate_limit/memory_rate_log.js'
import { RateLog } from '../../rate_limit/rate_log.js'
import { SlidingWindows } from '../../rate_limit/sliding_windows.js'
import { Bus } from '../bus.js'
import { RequestGate } from '../request_gate.js'
import { AloneStatus, StateStatus } from '../state_status.js'
import { StateStore } from '../state_store.js'
import { Subscriptions } from '../subscriptions.js'
import { Versions } from '../versions.js'
import { MemoryBus } from './memory_bus.js'
import { MemoryGate } from './memory_gate.js'
import { MemoryStore } from './memory_store.js'
import { MemoryVersions } from './memory_versions.js'

/** This process is alone and keeps everything itself. */
export function bindMemory({ container }: ApplicationService): void {
  const versions = new MemoryVersions()
  container.bindValue(StateStatus, new AloneStatus())
  container.singleton(StateStore, () => new MemoryStore())
  container.bindValue(Versions, versions)
  container.singleton(RequestGate, () => new MemoryGate(new SlidingWindows(), versions))
  container.singleton(RateLog, () => new MemoryRateLog())
  container.singleton(Bus, async () => {
    return new MemoryBus(new Subscriptions(await container.make('logger')))
  })
}
