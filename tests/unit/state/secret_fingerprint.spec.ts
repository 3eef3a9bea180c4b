import { Logger } from '@adonisjs/core/logger'
import { test } from '@japa/runner'
import { compareSecrets, MemoryStore } from '#kernel/state/main'

test('State | warn once where a node starts with other secrets than the one before', async ({
  assert,
}) => {
  const lines: string[] = []
  const write = (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg)
  const logger = new Logger({ enabled: true, level: 'info', destination: { write } })
  const store = new MemoryStore()
  for (const secret of ['one', 'one', 'another', 'another'])
    await compareSecrets(store, logger, ['of the application', secret])
  assert.lengthOf(lines, 1)
  assert.match(lines[0]!, /^APP_KEY, JWT_SECRET or EDITOR_JWT_SECRET is not that of/)
  assert.notInclude(JSON.stringify([await store.get('secrets'), lines]), 'another')
})
