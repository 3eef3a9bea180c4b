import type { CommandOptions } from '@adonisjs/core/types/ace'
import { isDatabaseLost } from '#kernel/database/main'
import { Refusal, withTimeout, TimeoutError } from '#kernel/errors/main'
import { SharedStateLost, StateStatus } from '#kernel/state/main'
import { DATABASE_SILENT, sentenceOf } from '#kernel/boot/main'
import type { PluginManifest } from './define_plugin.js'
import { unpreparedReason } from './plugin_migrations.js'
import { StrictCommand } from './strict_command.js'

const REDIS_AWAY = 'Redis does not answer; start it, or mend REDIS_URL, then repeat'

const LONGEST_WAIT_MS = 10_000
/** What still hangs then, such as a connection that nobody answers on, does not keep the process. */
const LONGEST_END_MS = 5_000

/** A command that works on the running service’s data: what refuses it is said in one sentence, with exit code 1. */
export abstract class ServiceCommand extends StrictCommand {
  static override options: CommandOptions = { startApp: true }

  override async exec(): Promise<unknown> {
    if (this.isMain) this.#endInTime()
    const fault = (await this.#databaseFault()) ?? (await this.#schemaFault())
    if (fault) return this.fail(fault)
    await this.#stateSettled()
    return super.exec()
  }

  override async completed(): Promise<boolean> {
    const sentence = reasonOf(this.error)
    if (sentence) this.fail(sentence)
    return sentence !== null
  }

  /** Whose tables must be as their migrations make them before it begins. */
  protected get expectedPlugins(): readonly PluginManifest[] {
    return this.mountedPlugins
  }

  protected get mountedPlugins(): readonly PluginManifest[] {
    return this.app.config.get<readonly PluginManifest[]>('plugins')
  }

  /** @throws SharedStateLost while Redis is away, so that nobody knows what other nodes are at */
  protected async assertShared(): Promise<void> {
    const state = await this.app.container.make(StateStatus)
    if (!state.connected) throw new SharedStateLost()
  }

  #schemaFault(): Promise<string | null> {
    return unpreparedReason(this.app, this.expectedPlugins)
  }

  #endInTime(): void {
    this.app.terminating(() => {
      setTimeout(() => process.exit(this.exitCode ?? 1), LONGEST_END_MS).unref()
    })
  }

  async #databaseFault(): Promise<string | null> {
    const db = await this.app.container.make('lucid.db')
    try {
      await withTimeout(Promise.resolve(db.rawQuery('select 1')), LONGEST_WAIT_MS)
      return null
    } catch (error) {
      if (error instanceof TimeoutError) return DATABASE_SILENT
      const sentence = databaseSentence(error)
      if (sentence) return sentence
      throw error
    }
  }

  /** From then on it is known whether Redis answers. */
  async #stateSettled(): Promise<void> {
    const state = await this.app.container.make(StateStatus)
    await state.settled()
  }
}

function reasonOf(error: unknown): string | null {
  if (error instanceof SharedStateLost) return REDIS_AWAY
  return error instanceof Refusal ? error.message : databaseSentence(error)
}

function databaseSentence(error: unknown): string | null {
  return sentenceOf(error) ?? (isDatabaseLost(error) ? DATABASE_SILENT : null)
}
