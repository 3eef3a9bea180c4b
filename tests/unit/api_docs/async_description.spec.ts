import { test } from '@japa/runner'
import { defineError } from '#kernel/errors/main'
import { t } from '#kernel/contracts/main'
import { asyncApiFaults } from '#tests/conformance/openapi/async_api_faults'
import { AsyncDescription } from '../../../app/plugins/api_docs/description/async_description.js'

const channels = [
  {
    plugin: 'chat',
    name: 'talk',
    address: '/ws/talk',
    protocol: 'ws' as const,
    summary: 'Talk',
    fromClient: [{ name: 'say', summary: 'Say', payload: t.object({ text: t.text() }) }],
    fromService: [{ name: 'say', summary: 'Said', payload: t.object({ text: t.text() }) }],
    failures: [defineError(400, 'E_HOARSE', 'Rest your voice')],
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
      const document = new AsyncDescription({ title: 'Test', version: '1' }).document(
        given,
        'chancery.example',
        '/api'
      )
      assert.deepEqual(asyncApiFaults(document), [])
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

  test('tell the refusals of a channel', ({ assert }) => {
    const document = new AsyncDescription({ title: 'Test', version: '1' }).document(channels)
    assert.containsSubset(document.channels, {
      talk: { 'x-failures': [{ status: 400, reason: 'E_HOARSE', message: 'Rest your voice' }] },
    })
  })
})
