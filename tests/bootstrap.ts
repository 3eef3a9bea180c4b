import app from '@adonisjs/core/services/app'
import { configureGlobal } from 'fast-check'
import { testRunner } from '#tests/helpers/main'
import { testSeed } from '#tests/helpers/seed'

export { ended } from '#tests/helpers/main'

const { plugins, configureSuite, ...runner } = testRunner(app)

export { configureSuite, plugins }

export const runnerHooks = {
  ...runner.runnerHooks,
  setup: [chooseSeed, ...runner.runnerHooks.setup],
}

function chooseSeed(): void {
  const seed = testSeed()
  configureGlobal({ seed })
  process.stdout.write(`Random tests with TEST_SEED=${seed}\n`)
}
