import app from '@adonisjs/core/services/app'
import { testRunner } from '#tests/helpers/main'

export { ended } from '#tests/helpers/main'

export const { configureSuite, plugins, runnerHooks } = testRunner(app)
