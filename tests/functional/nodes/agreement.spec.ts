import { test } from '@japa/runner'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { clock } from '#kernel/state/clock'
import { MemoryStore } from '#kernel/state/memory/memory_store'
import RunningNode from '../../../app/plugins/nodes/models/running_node.js'
import { beat, BEAT_MS, lookedNodes } from '../../helpers/looked_node.js'
import { SECRETS, ServiceProcess } from '../../helpers/service_process.js'

const [OLD, NEW] = ['o'.repeat(40), 'n'.repeat(40)]

class Lost extends MemoryStore {
  override add(): Promise<boolean> {
    return Promise.reject(new E_UNAVAILABLE())
  }
}

test.group('Nodes | set alike', (group) => {
  const there = lookedNodes(group)
  const { node } = there

  test('agree where all is the same', async ({ assert }) => {
    const both = [node({ JWT_SECRET: { own: OLD } }), node({ JWT_SECRET: { own: OLD } })] as const
    for (let count = 0; count < 4; count++) await beat(...both)
    for (const { lines, watch } of both) {
      assert.isTrue(watch.agrees)
      assert.isEmpty(lines)
    }
  })

  test('say once on both what differs, and that it does no more', async ({ assert }) => {
    const first = node({ APP_KEY: { own: OLD }, JWT_SECRET: { own: OLD } })
    const second = node({ APP_KEY: { own: OLD }, JWT_SECRET: { own: NEW } })
    for (let count = 0; count < 4; count++) await beat(first, second)
    for (const { lines, watch } of [first, second]) {
      assert.isFalse(watch.agrees)
      assert.lengthOf(lines, 1)
      assert.match(lines[0]!, /^The node \S+:\d+ has another JWT_SECRET than this one: /)
      assert.notInclude(lines[0]!, 'APP_KEY')
    }
    await second.watch.stop()
    await beat(first)
    assert.isTrue(first.watch.agrees)
    assert.equal(first.lines[1], 'All nodes are set alike again')
  })

  test('find another Redis, be it one of this process alone', async ({ assert }) => {
    const first = node({})
    const second = node({}, new MemoryStore())
    for (let count = 0; count < 5; count++) await beat(first, second)
    assert.match(first.lines.join('\n'), /has another Redis than this one/)
    assert.match(second.lines.join('\n'), /has another Redis than this one/)
  })

  test('take no Redis that came back empty for another', async ({ assert }) => {
    const [first, second] = [node({}), node({})]
    await beat(first, second)
    await first.look()
    await there.store.delete('nodes:mark')
    await second.look()
    clock.travel(BEAT_MS)
    for (let count = 0; count < 5; count++) await beat(first, second)
    for (const { lines } of [first, second]) assert.isEmpty(lines)
  })

  test('take none that was emptied for another, where this node looks twice before the other', async ({
    assert,
  }) => {
    const [first, second] = [node({}), node({})]
    for (let count = 0; count < 3; count++) await beat(first, second)
    await there.store.delete('nodes:mark')
    await beat(first)
    await beat(first, second)
    for (let count = 0; count < 4; count++) await beat(first, second)
    for (const { lines } of [first, second]) assert.isEmpty(lines)
  })

  test('say nothing of a Redis that is lost', async ({ assert }) => {
    const [first, second] = [node({}), node({}, new Lost())]
    for (let count = 0; count < 5; count++) await beat(first, second)
    for (const { lines } of [first, second]) assert.isEmpty(lines)
  })

  test('hold it against nobody that a secret is replaced, once all take both', async ({
    assert,
  }) => {
    const first = node({ JWT_SECRET: { own: NEW, taken: [OLD] } })
    const second = node({ JWT_SECRET: { own: OLD, taken: [NEW] } })
    for (let count = 0; count < 5; count++) await beat(first, second)
    assert.isEmpty(first.lines)
    const behind = node({ JWT_SECRET: { own: OLD } })
    for (let count = 0; count < 5; count++) await beat(first, behind)
    assert.match(first.lines.join('\n'), /another JWT_SECRET/)
  })

  test('say once who is not heard of any more, and nothing of who stopped in order', async ({
    assert,
  }) => {
    const [first, killed, stopped] = [node({}), node({}), node({})]
    for (let count = 0; count < 3; count++) await beat(first, killed, stopped)
    await first.look()
    await stopped.watch.stop()
    for (let count = 0; count < 6; count++) await beat(first)
    assert.lengthOf(first.lines, 1)
    assert.match(first.lines[0]!, /^The node \S+:\d+ is not heard of any more: it was killed, /)
    await beat(killed, first)
    for (let count = 0; count < 6; count++) await beat(first)
    assert.lengthOf(first.lines, 2)
  })

  test('take what is left of a process that was killed for none', async ({ assert }) => {
    const killed = node({ JWT_SECRET: { own: OLD } })
    await beat(killed)
    const anew = node({ JWT_SECRET: { own: NEW } }, new MemoryStore())
    for (let count = 0; count < 6; count++) await beat(anew)
    assert.isEmpty(anew.lines)
  })

  test('go on differing where more comes to differ', async ({ assert }) => {
    const others = new MemoryStore()
    const first = node({ JWT_SECRET: { own: OLD } })
    const second = node({ JWT_SECRET: { own: NEW } }, others)
    await there.store.set('nodes:mark', 'the same', BEAT_MS * 100)
    await others.set('nodes:mark', 'the same', BEAT_MS * 100)
    for (let count = 0; count < 5; count++) await beat(first, second)
    await others.set('nodes:mark', 'another', BEAT_MS * 100)
    for (let count = 0; count < 5; count++) {
      await beat(first, second)
      assert.isFalse(first.watch.agrees)
    }
    assert.lengthOf(first.lines, 2)
    assert.match(first.lines[1]!, /another Redis than/)
  })

  test('forget who is gone without a word', async ({ assert }) => {
    const first = node({ JWT_SECRET: { own: OLD } })
    const second = node({ JWT_SECRET: { own: NEW } })
    for (let count = 0; count < 5; count++) await beat(first, second)
    for (let count = 0; count < 4; count++) await beat(first)
    assert.isTrue(first.watch.agrees)
    assert.equal(await countOf(), 2)
    clock.travel(3_600_000)
    await first.look()
    assert.equal(await countOf(), 1)
  })

  test('keep no secret where the database’s readers find it', async ({ assert }) => {
    const first = node({ JWT_SECRET: { own: OLD, taken: [NEW] } })
    await first.look()
    const { marks, version } = await RunningNode.firstOrFail()
    assert.equal(version, '1.2.3')
    const { own, taken } = JSON.parse(marks).JWT_SECRET
    assert.match(own, /^[0-9a-f]{8}$/)
    assert.lengthOf(taken, 1)
    assert.notInclude(marks, OLD)
  })
})

async function countOf(): Promise<number> {
  return (await RunningNode.all()).length
}

/** What one node removes is gone for all, so also for how long things are kept. */
const ALIKE = [
  ...['APP_KEY', 'JWT_SECRET', 'Redis', 'IM_CONTACTS', 'FILES_GRACE_HOURS'],
  ...['EDITOR_ENABLED', 'EDITOR_JWT_SECRET', 'EDITOR_PUBLIC_BASE_URL'],
  ...['DOCUMENT_OWN_REVIEW', 'DOCUMENT_RETENTION_DAYS', 'retention of document_logs'],
  ...[
    ...['sessions', 'security_events', 'login_attempts', 'module_histories', 'messaging_acts'],
    ...['message_reports'],
    ...['direct messages', 'group messages', 'system messages'],
  ].map((table) => `retention of ${table}`),
]

test.group('Nodes | those that run', () => {
  test('are known while they do', async ({ assert }) => {
    await RunningNode.query().delete()
    const service = await ServiceProcess.start()
    const known = await RunningNode.all()
    assert.lengthOf(known, 1)
    const { name, marks } = known[0]!
    assert.match(name, /^\S+:\d+$/)
    assert.sameMembers(Object.keys(JSON.parse(marks)), ALIKE)
    assert.notInclude(marks, SECRETS.JWT_SECRET)
    await service.stop()
    assert.isEmpty(await RunningNode.all())
  }).skip(process.env.DB_CONNECTION === undefined, 'a file of SQLite serves one node')
})
