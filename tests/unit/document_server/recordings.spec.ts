import { test } from '@japa/runner'
import type { Editor } from '#tests/fakes/document_server/editor'
import { signToken, verifyToken, type Claims } from '#tests/fakes/document_server/tokens'
import type { ReceivedRequest } from './support/host_double.js'
import {
  haveRecordings,
  recordedShapes,
  recording,
  shapeOf,
  type RecordedEvent,
} from './support/recordings.js'
import { configuration, SECRET, stage, type Stage } from './support/stage.js'

/** What the scripted editor did in each recording. */
const SCENARIOS: Record<string, (theatre: Stage) => Promise<void>> = {
  s01: async (theatre) => {
    const editor = await open(theatre)
    editor.edit('one')
    editor.startForceSave(0, 'my-user-data')
    await theatre.server.settled()
    editor.edit('two')
    await editor.close()
  },
  s02: openAndClose,
  s04: editOnce,
  s05: editOnce,
  s06: editOnce,
  s12: async (theatre) => {
    const editor = await open(theatre)
    editor.edit('one')
    await editor.forceSave(1)
    await editor.close()
  },
  s13: async (theatre) => {
    const editor = await open(theatre)
    editor.edit('one')
    editor.startForceSave(0)
    await theatre.server.settled()
    await editor.close()
  },
  s16: async (theatre) => {
    await editOnce(theatre)
    await editOnce(theatre, 'key-2')
  },
  s27: async (theatre) => {
    theatre.server.faults.saving = true
    await editOnce(theatre)
  },
  s29: async (theatre) => {
    await editOnce(theatre)
    theatre.host.answers.clear()
    await openAndClose(theatre)
  },
}

const open = ({ server, host }: Stage, key = 'key-1'): Promise<Editor> =>
  server.open(configuration(host, { key }))

async function openAndClose(theatre: Stage): Promise<void> {
  const editor = await open(theatre)
  await editor.close()
}

async function editOnce(theatre: Stage, key?: string): Promise<void> {
  const editor = await open(theatre, key)
  editor.edit('one')
  await editor.close()
}

const tokenIn = (token: unknown): Claims =>
  typeof token === 'string' ? verifyToken(token, SECRET, Date.now()) : {}

function playedShape({ method, headerNames, headers, bodyText }: ReceivedRequest) {
  const body = (bodyText === '' ? {} : JSON.parse(bodyText)) as Claims
  const headerToken = tokenIn(headers.authorization?.slice(7))

  return shapeOf({ method, headerNames, body, bodyToken: tokenIn(body.token), headerToken })
}

/** The host gives the replies that the recording's host gave; of each status, the first. */
function prepareHost({ host }: Stage, events: RecordedEvent[]): void {
  for (const { method, body, reply } of events) {
    const status = Number(body?.status)
    if (method !== 'POST' || typeof reply !== 'object' || host.answers.has(status)) continue
    host.answers.set(status, reply)
  }
}

if (haveRecordings) {
  test.group('Document server | recordings', () => {
    for (const [name, play] of Object.entries(SCENARIOS)) {
      test(`send in ${name} what the real server sent`, async ({ assert, test: current }) => {
        const events = recording(name)
        const theatre = await stage(current)
        prepareHost(theatre, events)
        await play(theatre)

        assert.deepEqual(
          theatre.host.received.map((request) => playedShape(request)),
          recordedShapes(events)
        )
      })
    }

    test('answer commands as the real server did', async ({ assert, test: current }) => {
      const { server } = await stage(current)
      const signedInBody = recording('s18').filter(
        (event) => 'sign' in event && event.sign === 'body' && typeof event.reply === 'string'
      )

      for (const { path, payload, reply } of signedInBody) {
        // The host never asks for the licence.
        if (payload?.c === 'license') continue
        const body = JSON.stringify({ token: signToken(payload ?? {}, SECRET, Date.now()) })
        const response = await fetch(`${server.url}${path}`, { method: 'POST', body })
        assert.deepEqual(outline(await response.json()), outline(JSON.parse(String(reply))))
      }
    })
  })
}

/** Names at every level, and the values that are codes. */
function outline(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value
  if (Array.isArray(value)) return 'list'

  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'error' || name === 'key' ? member : outline(member),
    ])
  )
}
