/** How the service is, and how it stops. */
export { releaseBootMemory } from './boot_memory.js'
export { FaultLog } from './fault_log.js'
export { type StopTimes, stopGracefully } from './graceful_stop.js'
export { Health, type Watched } from './health.js'
export { warnOfFewOpenFiles } from './open_files.js'
