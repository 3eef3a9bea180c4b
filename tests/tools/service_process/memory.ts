import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServiceProcess } from './service_process.js'

const SAMPLE_MS = 10

/** Resident memory of a service in megabytes, at the moment. */
export async function memoryOf({ pid }: ServiceProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024
}

/** The most that it takes while something is under way. */
export async function highestDuring(
  service: ServiceProcess,
  work: Promise<unknown>
): Promise<number> {
  const state = { done: false, highest: 0 }
  const watched = work.finally(() => (state.done = true))
  while (!state.done) {
    state.highest = Math.max(state.highest, await memoryOf(service))
    await pause(SAMPLE_MS)
  }
  await watched
  return state.highest
}
