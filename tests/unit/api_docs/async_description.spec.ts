import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from '@japa/runner'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { t } from '#kernel/http/shape'
import { AsyncDescription } from '../../../app/plugins/api_docs/description/async_description.js'

const { resolve } = createRequire(import.meta.url)
const schemaPath = resolve('@asyncapi/specs/schemas/3.0.0-without-$id.json')

const channels = [
  {
    plugin: 'chat',
    name: 'talk',
    address: '/ws/talk',
    protocol: 'ws' as const,
    summary: 'Talk',
    fromClient: [{ name: 'say', summary: 'Say', payload: t.object({ text: t.text() }) }],
    fromService: [{ name: 'say', summary: 'Said', payload: t.object({ text: t.text() }) }],
  },
  {
    plugin: 'chat',
    name: 'events',
    address: '/app/events',
    protocol: 'sse' as const,
    summary: 'Events',
    fromService: [{ name: 'tick', summary: 'Tick', payload: t.object({ at: t.instant() }) }],
  },
]

test.group('AsyncAPI description', () => {
  for (const [name, given] of [
    ['without channels', []],
    ['with a socket and an event stream', channels],
  ] as const) {
    test(`be valid AsyncAPI 3.0 ${name}`, ({ assert }) => {
      const ajv = new Ajv({ strict: false, allErrors: true })
      addFormats.default(ajv)
      const valid = ajv.compile(JSON.parse(readFileSync(schemaPath, 'utf8')))
      const document = new AsyncDescription({ title: 'Test', version: '1' }).document(
        given,
        'chancery.example',
        '/api'
      )
      assert.isTrue(valid(document), JSON.stringify(valid.errors?.slice(0, 3)))
    })
  }

  test('tell what the client sends from what the service sends', ({ assert }) => {
    const { operations } = new AsyncDescription({ title: 'Test', version: '1' }).document(channels)
    assert.containsSubset(operations, {
      talk_client_say: { action: 'receive' },
      talk_service_say: { action: 'send' },
      events_service_tick: { action: 'send' },
    })
  })
})
