import { hostname } from 'node:os'
import app from '@adonisjs/core/services/app'
import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { CHANCERY_VERSION } from '#kernel/boot/main'
import { dialectOf } from '#kernel/database/main'
import { Health } from '#kernel/health/main'
import { type Language, say, Text, translate } from '#kernel/languages/main'
import { pendingMigrations, type PluginManifest } from '#kernel/plugins/main'
import { StateStatus } from '#kernel/state/main'
import type { HealthView } from '../transformers/system_transformer.js'

/** How the node that answers is, in more words than probes are told. */
@inject()
export class SystemHealth {
  constructor(
    private readonly health: Health,
    private readonly state: StateStatus
  ) {}

  async find(language: Language): Promise<HealthView> {
    const { up, components } = await this.health.report()
    const { shared, connected } = this.state
    return {
      status: statusOf(up),
      components: components.map(({ name, up: reached }) => ({
        name,
        status: statusOf(reached),
        sentence: capitalized(translate(sentenceOf(new Text(name, {}), reached), language)),
      })),
      database: { kind: dialectOf(db.connection()), pendingMigrations: await this.#pending() },
      state: { kind: shared ? 'redis' : 'memory', connected },
      uptimeSeconds: Math.floor(process.uptime()),
      version: CHANCERY_VERSION,
      nodeVersion: process.version,
      node: hostname(),
    }
  }

  /** `null` while the database is lost. */
  async #pending(): Promise<number | null> {
    try {
      const plugins = app.config.get<readonly PluginManifest[]>('plugins')
      return (await pendingMigrations(app, plugins)).length
    } catch (error) {
      if (await this.health.isOutage(error)) return null
      throw error
    }
  }
}

function statusOf(up: boolean): 'UP' | 'DOWN' {
  return up ? 'UP' : 'DOWN'
}

function sentenceOf(name: Text, reached: boolean): Text {
  return reached ? say`${name} is reached` : say`${name} does not answer`
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
