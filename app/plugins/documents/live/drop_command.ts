import { inject } from '@adonisjs/core'
import { setTimeout as delay } from 'node:timers/promises'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { clock } from '#kernel/state/clock'
import { CommandError, CommandService } from '../editor/command_service.js'
import { editorIdOf } from '../editor/editor_ids.js'
import { EditorSettings } from '../editor/editor_settings.js'

/** What fails only after this long is not tried again. */
const LONGEST_MS = 10_000

/** Tells editors to leave. A document server that is restarted just now is back within seconds, so it is asked again. */
@inject()
export class DropCommand {
  constructor(
    private readonly settings: EditorSettings,
    private readonly commands: CommandService
  ) {}

  /**
   * @param users ids; everybody when left out
   * @throws E_EDITOR_OFF, E_UNAVAILABLE when it fails each time
   */
  async send(key: string, users?: readonly string[]): Promise<void> {
    const [begunAt, waits] = [clock.elapsed(), [...this.settings.config.dropAgainSeconds]]
    for (;;) {
      const fault = await this.#faultOf(key, users)
      if (!fault) return
      const seconds = waits.shift()
      if (seconds === undefined || clock.elapsed() - begunAt > LONGEST_MS) throw fault
      await delay(seconds * 1000)
    }
  }

  async #faultOf(key: string, users?: readonly string[]): Promise<Error | null> {
    try {
      await this.once(key, users)
      return null
    } catch (error) {
      if (error instanceof E_UNAVAILABLE) return error
      throw error
    }
  }

  /**
   * Tried a single time. Under a key that the document server does not know nobody is inside.
   *
   * @throws E_EDITOR_OFF, E_UNAVAILABLE
   */
  async once(key: string, users?: readonly string[]): Promise<void> {
    const { error } = await this.commands.send('drop', {
      key,
      ...(users ? { users: users.map((userId) => editorIdOf(userId)) } : {}),
    })
    if (error === CommandError.none || error === CommandError.noSuchKey) return
    throw new E_UNAVAILABLE(
      `The document server does not send anybody out (error ${error}); try again, or ask node ace editor:doctor`
    )
  }
}
