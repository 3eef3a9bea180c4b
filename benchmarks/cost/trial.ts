import type { WatchedService } from './watched_service.js'

export type Actor = 'nobody' | 'clerk' | 'document server'

export interface Trial {
  actor: Actor
  kind: string
  /** What it is sent to. */
  target: string
  /** Sends it, and waits until it is over. */
  run(): Promise<{ status: number | string; sent: number; requests?: number }>
}

export interface Outcome extends Pick<Trial, 'actor' | 'kind' | 'target'> {
  status: number | string
  sent: number
  /** Per request. */
  cpuMs: number
  /** Longest work of the loop between two turns. */
  turnMs: number
  /** By the wall clock. */
  stallMs: number
}

export interface Aim {
  cpuMs: number
  turnMs: number
}

/** Another process may have been counted in, a collector at work: what is dear once and cheap again is cheap. */
const TRIES = 10

/** The least that a trial costs in a few tries; one that is within its aim at once is not tried again. */
export async function attempt(service: WatchedService, trial: Trial, aim: Aim): Promise<Outcome> {
  let best = await once(service, trial)
  for (let tries = 1; tries < TRIES && !isWithin(best, aim); tries++) {
    const next = await once(service, trial)
    best = {
      ...next,
      cpuMs: Math.min(best.cpuMs, next.cpuMs),
      turnMs: Math.min(best.turnMs, next.turnMs),
      stallMs: Math.min(best.stallMs, next.stallMs),
    }
  }
  return best
}

export function isWithin({ cpuMs, turnMs }: Outcome, aim: Aim): boolean {
  return cpuMs <= aim.cpuMs && turnMs <= aim.turnMs
}

async function once(service: WatchedService, trial: Trial): Promise<Outcome> {
  const before = await service.figures()
  const { status, sent, requests = 1 } = await trial.run()
  const after = await service.figures()
  const { actor, kind, target } = trial
  return {
    ...{ actor, kind, target, status, sent },
    cpuMs: (after.cpuMicros - before.cpuMicros) / 1000 / requests,
    turnMs: after.turnMicros / 1000,
    stallMs: after.stallMicros / 1000,
  }
}
