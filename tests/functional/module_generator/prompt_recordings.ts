import type { Recorded } from './stage.js'

export interface PromptRecording extends Recorded {
  title: string
  prompt: string
  expected: { status: number; name?: string; reason?: string; rounds?: number }
}

const plan = (name: string, ...fields: object[]) =>
  JSON.stringify({
    version: 1,
    name,
    fields: [{ name: 'title', type: 'string', required: true }, ...fields],
  })
const good = (
  title: string,
  prompt: string,
  name: string,
  ...fields: object[]
): PromptRecording => ({
  title,
  prompt,
  answers: [plan(name, ...fields)],
  expected: { status: 200, name, rounds: 1 },
})
const repaired = (title: string, bad: string, times = 1): PromptRecording => ({
  title: `${title}, repaired`,
  prompt: 'Books that people lend',
  answers: [...Array.from({ length: times }, () => bad), plan('book')],
  expected: { status: 200, name: 'book', rounds: times + 1 },
})
const hopeless = (title: string, recorded: Partial<Recorded>): PromptRecording => ({
  title,
  prompt: 'Books that people lend',
  answers: ['{}'],
  ...recorded,
  expected: { status: 400, reason: 'E_AI_FAILED' },
})

/** What people asked and what models said, good and bad. */
export const recordings: readonly PromptRecording[] = [
  good('a plain module', 'Books with a title', 'book'),
  good('an enum', 'Tickets that are open or closed', 'ticket', {
    name: 'state',
    type: 'enum',
    values: ['open', 'closed'],
    default: 'open',
  }),
  good('lines', 'Orders with lines', 'purchase-order', {
    name: 'lines',
    type: 'hasMany',
    fields: [{ name: 'product', type: 'string' }],
  }),
  {
    title: 'a fence around the JSON',
    prompt: 'Books',
    answers: [`\`\`\`json\n${plan('book')}\n\`\`\``],
    expected: { status: 200, name: 'book', rounds: 1 },
  },
  repaired('invalid JSON', '{"name": "book", "fields": ['),
  repaired('a reserved word', plan('class')),
  repaired('an enum without values, twice', plan('book', { name: 'state', type: 'enum' }), 2),
  hopeless('an injection that the model follows', { answers: ['#!/bin/sh\nrm -rf /'] }),
  hopeless('a path for a name', { answers: [plan('../../etc/passwd')] }),
  hopeless('a list', { answers: ['[]'] }),
  hopeless('a service that refuses', { status: 401, raw: '{"error":"key"}' }),
  hopeless('a service that sends garbage', { raw: '\u0000\u0001 garbage' }),
  hopeless('a service that sends too much', { raw: 'x'.repeat(1_000_001) }),
  hopeless('a service that never answers', { silent: true }),
  hopeless('a service that cuts the connection', { cuts: true }),
]
