import { test } from '@japa/runner'
import { Emitter } from '../../../clients/messaging/src/emitter.js'

interface Events {
  said: string
  error: unknown
}

const fails = (word: string) => () => {
  throw new Error(word)
}

test.group('Messaging client | listeners', () => {
  test('hear of it each, also beside one that throws, which is told to "error"', ({ assert }) => {
    const emitter = new Emitter<Events>()
    const [heard, faults]: [string[], unknown[]] = [[], []]
    emitter.on('said', fails('first'))
    emitter.on('said', (word) => heard.push(word))
    emitter.on('error', (error) => void faults.push(error))
    assert.deepEqual(emitter.emit('said', 'a'), [1])
    assert.deepEqual(heard, ['a'])
    assert.deepEqual(
      faults.map((error) => (error as Error).message),
      ['first']
    )
  })

  test('of "error" that throw are reported as uncaught, and stop nothing', ({ assert }) => {
    const uncaught: unknown[] = []
    const emitter = new Emitter<Events>((error) => void uncaught.push(error))
    const faults: unknown[] = []
    emitter.on('error', fails('listener'))
    emitter.on('error', (error) => void faults.push(error))
    emitter.emit('error', 'fault')
    assert.deepEqual(faults, ['fault'])
    assert.deepEqual(
      uncaught.map((error) => (error as Error).message),
      ['listener']
    )
  })
})
