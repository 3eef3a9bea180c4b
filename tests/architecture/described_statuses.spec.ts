import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { describedChannels, declarationOf } from '#kernel/http/main'
import { Refusal, type RefusalClass } from '#kernel/errors/main'
import { ApiDescription, type Operation } from '#plugins/api_docs/main'
import { refusalsOf } from '../../app/plugins/api_docs/description/refusals.js'

const PLUGIN_OF = /app[\\/]plugins[\\/]([^\\/]+)/
const STATUS = /\.status\(\s*(\d{3})\b/g

test.group('Architecture | described statuses', (group) => {
  let operations: readonly Operation[]

  group.setup(async () => {
    ;(await app.container.make('router')).commit()
    operations = (await app.container.make(ApiDescription)).operations
  })

  test('let no plugin define a refusal that no operation and no channel describes', async ({
    assert,
  }) => {
    const described = new Set([
      ...operations.flatMap((operation) => [...refusalsOf(operation).values()].flat()),
      ...describedChannels().flatMap(({ failures = [] }) => failures),
    ])
    const mounted = new Set(operations.map(({ plugin }) => plugin))
    const hidden: string[] = []
    for (const file of globSync('app/plugins/*/errors.ts', { cwd: app.makePath() })) {
      if (!mounted.has(PLUGIN_OF.exec(file)![1]!)) continue
      const errors = Object.values(await import(resolve(app.makePath(), file)))
      const refusals = errors.filter(isRefusalClass)
      hidden.push(
        ...refusals.filter((one) => !described.has(one)).map((one) => `${file}: ${one.code}`)
      )
    }
    assert.deepEqual(
      hidden,
      [],
      'name them in the contract of the routes, or of the channel, that answer them'
    )
  })

  test('let no controller answer a status that its plugin does not describe', ({ assert }) => {
    const hidden = globSync('app/plugins/*/controllers/**/*.ts', { cwd: app.makePath() }).flatMap(
      (file) => {
        const known = statusesOf(PLUGIN_OF.exec(file)![1]!, operations)
        const text = readFileSync(resolve(app.makePath(), file), 'utf8')
        const written = [...text.matchAll(STATUS)].map(([, status]) => Number(status))
        const others = known ? written.filter((status) => !known.has(status)) : []
        return others.map((status) => `${file}: ${status}`)
      }
    )
    assert.deepEqual(hidden, [], 'name them in raw.statuses of the route’s contract')
  })

  test('describe every route', async ({ assert }) => {
    const router = await app.container.make('router')
    const routes = Object.values(router.toJSON()).flat()
    const bare = routes.filter((route) => !declarationOf(route)?.contract)
    assert.deepEqual(
      bare.map(({ pattern }) => pattern),
      []
    )
  })
})

function isRefusalClass(value: unknown): value is RefusalClass {
  return typeof value === 'function' && value.prototype instanceof Refusal
}

/** `undefined` for a plugin that is not mounted. */
function statusesOf(plugin: string, all: readonly Operation[]): Set<number> | undefined {
  const own = all.filter((operation) => operation.plugin === plugin)
  if (own.length === 0) return undefined
  return new Set(
    own.flatMap((operation) => [
      ...(operation.contract.raw?.statuses ?? [200]),
      ...refusalsOf(operation).keys(),
    ])
  )
}
