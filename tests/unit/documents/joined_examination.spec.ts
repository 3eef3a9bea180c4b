import { test } from '@japa/runner'
import { fine, type Finding } from '../../../app/plugins/documents/doctor/finding.js'
import { JoinedExamination } from '../../../app/plugins/documents/doctor/joined_examination.js'

test.group('Documents | diagnoses at once', () => {
  test('share one examination, and begin another once it is over', async ({ assert }) => {
    const runs: PromiseWithResolvers<Finding[]>[] = []
    const joined = new JoinedExamination(() => {
      const run = Promise.withResolvers<Finding[]>()
      runs.push(run)
      return Promise.resolve({ handle: () => run.promise })
    })
    const first = [joined.handle(), joined.handle(), joined.handle()]
    runs[0]!.resolve([fine('script', 'there')])
    for (const found of await Promise.all(first)) assert.lengthOf(found, 1)
    assert.lengthOf(runs, 1)
    const next = joined.handle()
    runs[1]!.resolve([])
    assert.isEmpty(await next)
  })

  test('fail together, and are begun anew after it', async ({ assert }) => {
    let runs = 0
    const joined = new JoinedExamination(() => {
      runs++
      return Promise.resolve({ handle: () => Promise.reject(new Error('gone')) })
    })
    const outcomes = await Promise.allSettled([joined.handle(), joined.handle()])
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'rejected']
    )
    await assert.rejects(() => joined.handle(), 'gone')
    assert.equal(runs, 2)
  })
})
