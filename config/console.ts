import app from '@adonisjs/core/services/app'
import { readSettings } from '#kernel/settings/main'
import consolePlugin from '#plugins/console/plugin'

/** Whether `/console` is served. */
export const enabled = readSettings(consolePlugin.settings).CONSOLE_ENABLED ?? !app.inProduction
