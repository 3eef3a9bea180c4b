import { createHmac } from 'node:crypto'
import { filled } from './hostile_texts.js'
import type { People } from './people.js'
import type { Trial } from './trial.js'
import { send } from './wire.js'

const MB = 1024 * 1024
const CHANGE = { created: '2026-01-01 00:00:00', user: { id: '1', name: 'Ann' } }

/** What comes to the address of callbacks: with a good token in it, whatever the body is. */
export function callbackTrials(
  port: number,
  { target, key }: People['callback'],
  secret: string
): Trial[] {
  const status = { key, status: 2, url: 'http://127.0.0.1:1/gone.docx', users: ['1'] }
  const history = (bytes: number) => ({
    serverVersion: '9',
    changes: Array(Math.floor(bytes / JSON.stringify(CHANGE).length)).fill(CHANGE),
  })
  const bodies: Record<string, string> = {
    'callback: a long history': JSON.stringify({ ...status, history: history(9 * MB) }),
    'callback: a long history, signed': JSON.stringify({
      token: signed({ ...status, history: history(6 * MB) }, secret),
    }),
    'callback: a long history, forged': JSON.stringify({
      token: signed({ ...status, history: history(6 * MB) }, 'x'.repeat(32)),
    }),
    'callback: deep': `{"history":${'['.repeat(4 * MB)}`,
    'callback: members': `[${filled('{},', 9 * MB)}0]`,
    'callback: a long text': JSON.stringify({ ...status, url: 'a'.repeat(9 * MB) }),
    'callback: a long token': JSON.stringify({ ...status, token: filled('a.', 9 * MB) }),
    'callback: users': JSON.stringify({ ...status, users: Array(1_000_000).fill('1') }),
    'callback: a large change': JSON.stringify({
      ...status,
      history: { changes: ['a'.repeat(9 * MB)] },
    }),
    'callback: just small enough': JSON.stringify({ ...status, history: history(60_000) }),
  }
  const forged = `${target.split('?')[0]}?token=${filled('a.', 8_000)}`
  return Object.entries(bodies).flatMap(([kind, body]) => [
    trial(port, 'document server', kind, target, body),
    trial(port, 'nobody', kind, forged, body),
  ])
}

function trial(
  port: number,
  actor: Trial['actor'],
  kind: string,
  target: string,
  body: string
): Trial {
  const headers = { 'content-type': 'application/json' }
  const bytes = Buffer.from(body)
  return {
    actor,
    kind,
    target: 'POST /app/document/callback/{id}',
    run: () => send(port, { method: 'POST', target, headers, body: bytes }),
  }
}

function signed(payload: object, secret: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(payload)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}
