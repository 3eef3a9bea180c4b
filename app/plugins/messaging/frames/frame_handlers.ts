import { inject } from '@adonisjs/core'
import { clock } from '#kernel/state/main'
import { EditMessage } from '../actions/edit_message.js'
import { PinMessage } from '../actions/pin_message.js'
import { ReactToMessage } from '../actions/react_to_message.js'
import { RecallMessage } from '../actions/recall_message.js'
import { SendMessage } from '../actions/send_message.js'
import { Signs } from '../actions/signs.js'
import type { Entry } from '../entries/entry.js'
import type { Connection } from '../sockets/connection.js'
import type { ClientFrame, FrameType } from './client_frames.js'
import { AuthHandler } from './handlers/auth_handler.js'
import { PresenceHandler } from './handlers/presence_handler.js'
import { SyncHandler } from './handlers/sync_handler.js'

/** An accepted frame whose `ack` comes later. The next frame of the socket does not wait for it. */
export class Later {
  constructor(readonly outcome: Promise<object>) {}
}

/** Resolves to what the `ack` says beyond its `id`; to `null` where nothing is to be answered any more. */
type FrameHandler<Type extends FrameType> = (
  connection: Connection,
  frame: ClientFrame<Type>
) => Promise<object | null>

/** What each type of frame does. Frames of one socket are handled one after another. */
@inject()
export class FrameHandlers {
  readonly byType: { readonly [Type in FrameType]: FrameHandler<Type> }

  constructor(
    auth: AuthHandler,
    presence: PresenceHandler,
    sync: SyncHandler,
    send: SendMessage,
    edit: EditMessage,
    recall: RecallMessage,
    react: ReactToMessage,
    pin: PinMessage,
    signs: Signs
  ) {
    this.byType = {
      auth: (connection, frame) => auth.handle(connection, frame),
      presence: (connection, frame) => presence.handle(connection, frame),
      sync: (connection, frame) => sync.handle(connection, frame),
      ping: async (connection, { id }) => {
        connection.send({ type: 'pong', id, serverTime: clock.date().toISOString() })
        return null
      },
      send: async ({ operator }, frame) => {
        const { stored } = await send.handle(operator.id, frame)
        return new Later(stored.then(sent))
      },
      edit: async ({ operator }, frame) => new Later(edit.handle(operator.id, frame)),
      recall: async ({ operator }, frame) => new Later(recall.handle(operator.id, frame)),
      react: async ({ operator }, frame) => new Later(react.handle(operator.id, frame)),
      pin: async ({ operator }, frame) => new Later(pin.handle(operator.id, frame)),
      read: async ({ operator }, { conversationId, seq }) =>
        new Later(signs.read(operator.id, conversationId, seq)),
      typing: async ({ operator }, { conversationId, id }) => {
        await signs.typing(operator.id, conversationId)
        return id === undefined ? null : {}
      },
    }
  }
}

function sent({ id: messageId, conversationId, seq, clientMessageId, createdAt }: Entry) {
  return { clientMessageId, messageId, conversationId, seq, createdAt }
}
