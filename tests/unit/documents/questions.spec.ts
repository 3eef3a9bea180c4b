import { test } from '@japa/runner'
import { clock } from '#kernel/state/clock'
import { askedAtOf, newQuestion } from '../../../app/plugins/documents/sessions/question.js'

const HOUR_MS = 3_600_000

test.group('Questions to the document server', (group) => {
  group.each.teardown(() => clock.restore())

  test('say when they were asked', ({ assert }) => {
    clock.stop()
    const { userdata, askedAt } = newQuestion()
    clock.travel(HOUR_MS)
    assert.equal(askedAtOf(userdata), askedAt)
  })

  test('were asked no later than now, whatever they say', ({ assert }) => {
    clock.stop()
    for (const said of [clock.now() + 1, clock.now() + HOUR_MS, 999_999_999_999_999])
      assert.equal(askedAtOf(`somebody ${said}`), clock.now())
  })

  test('that name no moment say nothing of it: {$self}')
    .with([undefined, '', 'c2b6cbd1-38ba-4e4c-8b2b-6c2a4a4b2f0e', 'x 12', 'x 0123456789012'])
    .run(({ assert }, userdata) => {
      assert.isNull(askedAtOf(userdata))
    })
})
