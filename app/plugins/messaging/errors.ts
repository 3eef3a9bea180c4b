import { defineError, type RefusalClass } from '#kernel/errors/main'

export const refusals = {
  ...ofStatus(400, {
    E_HANDSHAKE: 'This is no handshake of a WebSocket; ask with GET, a key, and version 13',
    E_FRAME: 'A frame must be one JSON object in text, with a known type',
    E_RECEIVER: 'You cannot write to this person; choose an active user other than yourself',
    E_RECALL_REFUSED:
      'A message is recalled by its sender shortly after sending it, or by who administers the group',
    E_EDIT_REFUSED:
      'A text is edited by its sender, for a while after sending it; send another message',
    E_NOT_A_GROUP: 'This is possible in groups only; create a group first',
    E_GROUP_FULL: 'The group would have too many members; make another one',
    E_MEMBER: 'One of the members is no active user; leave them out',
    E_BLOCK: 'Nobody blocks themselves; name another person',
    E_BLOCKS_FULL: 'You block as many people as one may; unblock somebody first',
  }),
  ...ofStatus(403, {
    E_NO_WRITING: 'Nobody writes into this conversation; answer in a direct one',
    E_CONVERSATION_CLOSED:
      'This group is closed: it can be read, and nobody writes into it until it is opened again',
    E_OWNER_ONLY: 'Only the owner of the group may do this; ask them',
    E_ADMINS_ONLY: 'Only the owner and the administrators of the group may do this; ask them',
  }),
  ...ofStatus(409, {
    E_RECALLED: 'The message was recalled; nothing changes it any more',
    E_CLIENT_MESSAGE_ID: 'You sent something else with this clientMessageId; choose another one',
    E_REACTIONS_FULL: 'The message has as many different reactions as it may; choose one of them',
    E_PINS_FULL: 'The conversation has as many pinned messages as it may; unpin one first',
    E_MEMBERSHIPS_FULL:
      'Some are in as many conversations as one may; leave out whom `errors` names',
  }),
  ...ofStatus(413, {
    E_FRAME_SIZE: 'A frame is too large; send less in one, or a file',
  }),
}

export const { E_MEMBER } = refusals
export const { E_NOT_A_GROUP } = refusals

function ofStatus<Code extends string>(status: number, messages: Record<Code, string>) {
  const classes = Object.entries<string>(messages).map(([code, message]) => {
    return [code, defineError(status, code, message)]
  })
  return Object.fromEntries(classes) as Record<Code, RefusalClass>
}
