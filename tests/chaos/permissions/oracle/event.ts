import type { Answer } from '#tests/helpers/described_responses/described_answers'
import type { Request } from '../requests/request.js'
import type { Change } from '../stage/snapshot.js'
import type { Verdict } from './verdict.js'
import type { World } from './world.js'

/** One request, what it was answered, and what was so around it. */
export interface Event {
  request: Request
  verdict: Verdict
  answer: Answer
  before: World
  after: World
  changes: readonly Change[]
}

export type Rule = (event: Event) => string[]

export function isDone({ answer, request }: Event): boolean {
  if (answer.status >= 400) return false
  // The document server is told of refusals within an answer that succeeds.
  return !request.operation.takesToken || dataOf<{ error?: number }>(answer).error !== 1
}

export function dataOf<T>({ body }: Answer): T {
  return JSON.parse(body.toString()) as T
}
