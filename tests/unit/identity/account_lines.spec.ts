import { test } from '@japa/runner'
import { AccountLines, MOST_UNDER_WAY } from '../../../app/plugins/identity/login/account_lines.js'

const ACCOUNT = 'winston'

test.group('Identity | lines of accounts', () => {
  test('refuse with 429 and Retry-After who comes to a crowd, at this account alone', ({
    assert,
  }) => {
    const lines = new AccountLines()
    const leaves = Array.from({ length: MOST_UNDER_WAY }, () => lines.enter(ACCOUNT))
    assert.throws(() => lines.enter(ACCOUNT), /try again later/)
    try {
      lines.enter(ACCOUNT)
    } catch (error) {
      assert.containsSubset(error, { status: 429, headers: { 'Retry-After': '5' } })
    }
    lines.enter('julia')()
    leaves[0]!()
    lines.enter(ACCOUNT)()
    for (const leave of leaves.slice(1)) leave()
  })

  test('wake who waits in order, as many as there are tries', async ({ assert }) => {
    const lines = new AccountLines()
    const woken: string[] = []
    const wait = (name: string) => lines.freed(ACCOUNT).then(() => woken.push(name))
    const all = ['ann', 'bob', 'eve'].map(wait)
    lines.wake(ACCOUNT)
    await all[0]
    lines.wake(ACCOUNT, Infinity)
    await Promise.all(all)
    assert.deepEqual(woken, ['ann', 'bob', 'eve'])
  })

  test('let nobody wait who has hung up', async ({ assert }) => {
    const lines = new AccountLines()
    const gone = new AbortController()
    const waiting = assert.rejects(() => lines.freed(ACCOUNT, gone.signal), 'gone')
    gone.abort(new Error('gone'))
    await waiting
  })
})
