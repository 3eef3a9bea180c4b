import { test } from '@japa/runner'
import { Registry } from 'prom-client'
import type { Metric } from '#kernel/metrics/main'
import { collect } from '../../../app/plugins/metrics/collected_metrics.js'

function collected(...metrics: Metric[]) {
  const registry = new Registry()
  const warnings: string[] = []
  const warn = (_: object, text: string) => void warnings.push(text)
  collect(metrics, registry, { warn } as never)
  return { registry, warnings }
}

const gauge = (values: Partial<Metric> = {}): Metric => ({
  name: 'dictionary_words',
  help: 'Words that are kept.',
  type: 'gauge',
  read: () => 7,
  ...values,
})

test.group('Metrics | what plugins measure', () => {
  test('show one number, and several by a label', async ({ assert }) => {
    const { registry } = collected(
      gauge(),
      gauge({
        name: 'dictionary_lookups_total',
        type: 'counter',
        label: 'language',
        read: async () => ({ en: 2, de: 0 }),
      })
    )
    const text = await registry.metrics()
    assert.include(
      text,
      '# HELP dictionary_words Words that are kept.\n# TYPE dictionary_words gauge\ndictionary_words 7\n'
    )
    assert.include(text, '# TYPE dictionary_lookups_total counter\n')
    assert.include(text, '\ndictionary_lookups_total{language="en"} 2\n')
    assert.include(text, '\ndictionary_lookups_total{language="de"} 0\n')
  })

  test('read anew each time, also where two read at once', async ({ assert }) => {
    let words = 1
    const { registry } = collected(
      gauge({ name: 'words_total', type: 'counter', read: async () => words })
    )
    await Promise.all([registry.metrics(), registry.metrics()])
    assert.include(await registry.metrics(), '\nwords_total 1\n')
    words = 2
    assert.include(await registry.metrics(), '\nwords_total 2\n')
  })

  test('leave out and log what cannot be read, and show the rest', async ({ assert }) => {
    const read = () => Promise.reject(new Error('broken'))
    const { registry, warnings } = collected(gauge(), gauge({ name: 'broken', read }))
    const text = await registry.metrics()
    assert.include(text, '\ndictionary_words 7\n')
    assert.notMatch(text, /^broken/m)
    assert.deepEqual(warnings, ['the metric broken cannot be read'])
  })

  test('refuse a name that is taken', ({ assert }) => {
    assert.throws(() => collected(gauge(), gauge()), /dictionary_words has already been registered/)
  })
})
