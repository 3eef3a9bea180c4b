import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { clock } from '#kernel/state/clock'
import { eventually } from './eventually.js'
import { startNode, type Node } from './node.js'
import { RedisAdmin } from './redis_admin.js'
import { redisIsTested } from './redis_server.js'

const ERROR = 50
const TRIES = 3
const ALL = '~* &* +@all'

async function goOn(node: Node): Promise<void> {
  await node.bus.publish('news', 'any')
  await node.store.set('any', '1', 60_000).catch(() => undefined)
  await node.gate.enter({ key: 'any', perSecond: 100 }, [])
}

const losses = ({ log }: Node) => log.filter(({ level }) => level === ERROR)

if (redisIsTested()) {
  test.group('State on Redis | a Redis that refuses some of what is needed', (group) => {
    const made: { close(): Promise<void> }[] = []
    const keep = <T extends { close(): Promise<void> }>(one: T): T => {
      made.unshift(one)
      return one
    }
    group.each.teardown(async () => {
      clock.restore()
      for (const one of made.splice(0)) await one.close()
    })

    test('say once at the start that {what} is refused, and come back once it is not')
      .with([
        { what: 'EVAL', without: '-evalsha -eval' },
        { what: 'PUBLISH', without: 'resetchannels' },
      ])
      .run(async ({ assert }, { what, without }) => {
        const redis = keep(await RedisAdmin.start(`${ALL} ${without}`))
        const node = keep(await startNode(redis.urlOf(1)))
        assert.isFalse(node.status.connected)
        const said = `refuses what is needed: ${what}: NOPERM.*; give its user ~test:\\* &test:\\* \\+@all`
        assert.match(losses(node)[0]!.msg, new RegExp(said))
        for (let turn = 0; turn < 200; turn++) await goOn(node)
        assert.lengthOf(node.log, 1)

        await redis.grant(ALL)
        const heard: unknown[] = []
        await node.bus.subscribe('late', (news) => void heard.push(news))
        await eventually(async () => {
          clock.travel(2_000)
          await goOn(node)
          return node.status.connected && node.bus.connected
        })
        await node.bus.publish('late', 1)
        await eventually(() => heard.length > 0)
        assert.lengthOf(node.log, 2)
      })

    test('count as lost while it may not listen, and hear again once it may', async ({
      assert,
    }) => {
      const redis = keep(await RedisAdmin.start(ALL))
      const node = keep(await startNode(redis.urlOf(1)))
      let returns = 0
      node.bus.onRestored(() => void returns++)
      const heard: unknown[] = []
      await node.bus.subscribe('news', (news) => void heard.push(news))
      await redis.grant('-subscribe')
      await node.bus.subscribe('more', () => undefined)
      await eventually(() => !node.status.connected && !node.bus.connected)
      for (let turn = 0; turn < 50; turn++) await goOn(node)
      assert.match(losses(node)[0]!.msg, /SUBSCRIBE: NOPERM/)
      assert.lengthOf(node.log, 1)

      await redis.grant('+subscribe')
      await eventually(async () => {
        clock.travel(2_000)
        await goOn(node)
        return node.status.connected && node.bus.connected
      })
      await eventually(() => heard.includes('any') && returns > 0)
    })

    test('come back the less often where something else is refused again and again', async ({
      assert,
    }) => {
      const redis = keep(await RedisAdmin.start(`${ALL} -getdel`))
      const node = keep(await startNode(redis.urlOf(1)))
      for (let second = 0; second < 300; second++) {
        await node.store.take('any').catch(() => undefined)
        await goOn(node)
        clock.travel(1_000)
      }
      assert.isBelow(losses(node).length, 12)
    })

    test('need no more than its own keys and channels: {rights}')
      .with(['+@all', '+@all -@dangerous +info'].map((rights) => ({ rights })))
      .run(async ({ assert }, { rights }) => {
        const redis = keep(await RedisAdmin.start(`~test:* &test:* ${rights}`))
        const node = keep(await startNode(redis.urlOf(1)))
        const heard: unknown[] = []
        await node.bus.subscribe('news', (news) => void heard.push(news))
        await goOn(node)
        await node.store.addMember('set', 'one', 60_000)
        await node.rateLog.take('any', { limit: 2, windowMs: 60_000 }, { amount: 1 })
        await node.rateLog.clear('any')
        await node.locks.run('any', { ttlMs: 1_000, waitMs: 0 }, async () => null)
        await eventually(() => heard.length > 0)
        assert.isTrue(node.status.connected && node.bus.connected)
        assert.isEmpty(node.log)
      })

    test('say nothing of the password that is refused', async ({ assert }) => {
      const redis = keep(await RedisAdmin.start(ALL))
      const node = keep(await startNode(redis.urlOf(1).replace('secret', 'nearly-right')))
      assert.match(losses(node)[0]!.msg, /WRONGPASS/)
      assert.notInclude(JSON.stringify(node.log), 'nearly-right')
    })

    test('take none that is one of a cluster', async ({ assert, cleanup }) => {
      const folder = mkdtempSync(join(tmpdir(), 'chancery-cluster-'))
      cleanup(() => rmSync(folder, { recursive: true }))
      const redis = keep(await RedisAdmin.start(ALL, ['--cluster-enabled', 'yes', '--dir', folder]))
      await redis.call('CLUSTER ADDSLOTSRANGE 0 16383')
      await eventually(async () => String(await redis.call('CLUSTER INFO')).includes('state:ok'))
      const node = keep(await startNode(redis.urlOf(0)))
      for (let turn = 0; turn < 50; turn++) await goOn(node)
      assert.isFalse(node.status.connected)
      assert.match(losses(node)[0]!.msg, /CROSSSLOT.*; use one without cluster mode/)
      assert.lengthOf(node.log, 1)
    })
  })

  test.group('State on Redis | the number of the database', (group) => {
    let redis: RedisAdmin
    group.each.setup(async () => {
      redis = await RedisAdmin.start(ALL)
      return () => redis.close()
    })

    test('stop the start where {why}')
      .with([
        { why: 'there is none of it', number: 99, rights: ALL },
        { why: 'it is beyond any number', number: 99_999_999_999, rights: ALL },
        { why: 'it may not be selected', number: 2, rights: '-select' },
      ])
      .run(async ({ assert }, { number, rights }) => {
        await redis.grant(rights)
        await assert.rejects(
          () => startNode(redis.urlOf(number)),
          new RegExp(`^REDIS_URL names the database ${number}, which this Redis refuses`)
        )
        assert.equal(await redis.call('DBSIZE'), 0)
      })

    test('start where Redis takes no more clients, and find it when it does', async ({
      assert,
    }) => {
      await redis.call('CONFIG SET maxclients 1')
      const node = await startNode(redis.server.url)
      assert.isFalse(node.status.connected)
      await redis.call('CONFIG SET maxclients 100')
      await eventually(() => node.status.connected)
      await node.close()
    })

    test('say that messages do not arrive where it is refused to whom listens alone', async ({
      assert,
    }) => {
      const node = await startNode(redis.urlOf(2))
      await node.bus.subscribe('news', () => undefined)
      await redis.grant('-select')
      await redis.call('CLIENT KILL TYPE pubsub')
      await eventually(() => node.log.length > 0)
      assert.isTrue(node.status.connected)
      assert.isFalse(node.bus.connected)
      await redis.grant('+select')
      await eventually(() => node.bus.connected)
      const [lost, back] = node.log.map(({ msg }) => msg)
      assert.match(lost!, /messages of other nodes do not arrive/)
      assert.equal(back, 'Messages of other nodes arrive again')
      await node.close()
    })

    test('send nothing to another once it is refused, and come back', async ({ assert }) => {
      const node = await startNode(redis.urlOf(2))
      const heard: unknown[] = []
      await node.bus.subscribe('news', (news) => void heard.push(news))
      await redis.grant('-select')
      await redis.call('CLIENT KILL USER app')
      await eventually(() => !node.status.connected)
      const before = await redis.connections()
      await eventually(async () => {
        await goOn(node)
        assert.isFalse(node.status.connected)
        return (await redis.connections()) >= before + TRIES
      })
      assert.isFalse(node.bus.connected)
      assert.equal(await redis.call('DBSIZE'), 0)

      await redis.grant('+select')
      await eventually(() => node.status.connected && node.bus.connected)
      await node.bus.publish('news', 'again')
      await eventually(() => heard.includes('again'))
      await node.close()
      assert.equal(await redis.call('DBSIZE'), 0)
    })
  })
}
