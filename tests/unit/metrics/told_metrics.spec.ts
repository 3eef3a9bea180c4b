import { test } from '@japa/runner'
import { Metrics, type Metric } from '#kernel/metrics/main'
import { ToldMetrics } from '../../../app/plugins/metrics/told_metrics.js'

function told(...all: Metric[]) {
  const metrics = new Metrics()
  for (const metric of all) metrics.tell(metric)
  const warnings: string[] = []
  const logger = { warn: (_: object, text: string) => warnings.push(text) }
  const lost: string[] = []
  const isOutage = async (error: unknown) => (error as Error).message === 'lost'
  const health = { isOutage, lost: async () => lost }
  return { metrics, warnings, lost, told: new ToldMetrics(metrics, health, logger as never) }
}

const gauge = (values: Partial<Metric> = {}): Metric => ({
  name: 'dictionary_words',
  help: 'Words that are kept.',
  type: 'gauge',
  read: () => 7,
  ...values,
})

const failing = (message: string) => () => Promise.reject(new Error(message))

test.group('Metrics | what plugins tell', () => {
  test('write one number, and several by a label', async ({ assert }) => {
    const byLanguage = {
      name: 'dictionary_looked_up_total',
      type: 'counter',
      label: 'language',
    } as const
    const { told: shown } = told(
      gauge(),
      gauge({ ...byLanguage, read: async () => ({ en: 2, de: 0 }) })
    )
    const text = await shown.text()
    assert.include(
      text,
      '# HELP dictionary_words Words that are kept.\n# TYPE dictionary_words gauge\n'
    )
    assert.include(text, '\ndictionary_words 7\n')
    assert.include(text, '# TYPE dictionary_looked_up_total counter\n')
    assert.include(text, '\ndictionary_looked_up_total{language="en"} 2\n')
    assert.include(text, '\ndictionary_looked_up_total{language="de"} 0\n')
  })

  test('read anew each time', async ({ assert }) => {
    let words = 1
    const { told: shown } = told(gauge({ read: () => words++ }))
    assert.include(await shown.text(), '\ndictionary_words 1\n')
    assert.include(await shown.text(), '\ndictionary_words 2\n')
  })

  test('leave out what cannot be read, say so once, and show the rest', async ({ assert }) => {
    const { told: shown, warnings } = told(
      gauge(),
      gauge({ name: 'broken', read: failing('broken') }),
      gauge({ name: 'of_a_loss', read: failing('lost') })
    )
    for (const text of [await shown.text(), await shown.text()]) {
      assert.include(text, '\ndictionary_words 7\n')
      assert.notMatch(text, /broken|of_a_loss/)
    }
    assert.deepEqual(warnings, ['the metric broken cannot be read, and is left out'])
  })

  test('leave out {0}')
    .with([
      ['what is no number', gauge({ read: () => Number.NaN })],
      ['a counter below 0', gauge({ name: 'words_total', type: 'counter', read: () => -1 })],
      ['several numbers without a label', gauge({ read: () => ({ en: 1 }) })],
      [
        'a label that grows',
        gauge({
          label: 'word',
          read: () => Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`w${at}`, 1])),
        }),
      ],
    ] as const)
    .run(async ({ assert }, [, metric]) => {
      const { told: shown, warnings } = told(metric)
      assert.notInclude(await shown.text(), metric.name)
      assert.lengthOf(warnings, 1)
    })

  test('refuse a name that is taken, and what is no name', ({ assert }) => {
    const { metrics } = told(gauge())
    assert.throws(() => metrics.tell(gauge()), 'The metric dictionary_words is told twice')
    assert.throws(() => metrics.tell(gauge({ name: 'Words' })), /"Words" is no name of a gauge/)
    assert.throws(() => metrics.tell(gauge({ name: 'words_total' })), /no name of a gauge/)
    assert.throws(() => metrics.tell(gauge({ name: 'a', label: 'a-b' })), /"a-b" is no label/)
  })
})
