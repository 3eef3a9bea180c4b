import { inject } from '@adonisjs/core'
import { E_UNAVAILABLE } from '#kernel/errors/main'
import { toStored } from '#kernel/database/main'
import { clock } from '#kernel/state/main'
import { say } from '#kernel/languages/main'
import { CommandError, CommandService } from '../editor/command_service.js'
import { editorIdOf } from '../editor/editor_ids.js'
import type EditingSession from '../models/editing_session.js'
import SessionParticipant from '../models/session_participant.js'

/** Has the document server disconnect people from a session. What they changed is saved some seconds later. */
@inject()
export class DropCommand {
  constructor(private readonly commands: CommandService) {}

  /**
   * @param userIds everybody when left out
   * @throws E_EDITOR_OFF, E_UNAVAILABLE
   */
  async send({ id, sessionKey: key }: EditingSession, userIds?: readonly number[]): Promise<void> {
    const users = userIds && { users: userIds.map(editorIdOf) }
    const { error } = await this.commands.send('drop', { key, ...users })
    if (error !== CommandError.none && error !== CommandError.noSuchKey)
      throw new E_UNAVAILABLE(
        say`The document server does not disconnect anybody (error ${error}); try again, or run node ace editor:doctor`
      )
    const dropped = SessionParticipant.query().where({ sessionId: id })
    if (userIds) void dropped.whereIn('userId', [...userIds])
    await dropped.update({ droppedAt: toStored(clock.now()) })
  }
}
