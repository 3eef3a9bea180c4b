import { defineError } from '#kernel/errors/main'

export const E_HANDSHAKE = defineError(
  400,
  'E_HANDSHAKE',
  'This is no handshake of a WebSocket; ask with GET, a key, and version 13'
)
export const E_FRAME = defineError(
  400,
  'E_FRAME',
  'A frame must be one JSON object in text, with a known type'
)
export const E_FRAME_SIZE = defineError(
  413,
  'E_FRAME_SIZE',
  'A frame is too large; send less in one, or a file'
)
export const E_RECEIVER = defineError(
  400,
  'E_RECEIVER',
  'You cannot write to this person; choose an active user other than yourself'
)
export const E_NO_WRITING = defineError(
  403,
  'E_NO_WRITING',
  'Nobody writes into this conversation; answer in a direct one'
)
export const E_CONVERSATION_CLOSED = defineError(
  403,
  'E_CONVERSATION_CLOSED',
  'This group is closed: it can be read, and nobody writes into it until it is opened again'
)
export const E_RECALL_REFUSED = defineError(
  400,
  'E_RECALL_REFUSED',
  'A message is recalled by its sender shortly after sending it, or by who administers the group'
)
export const E_EDIT_REFUSED = defineError(
  400,
  'E_EDIT_REFUSED',
  'A text is edited by its sender, for a while after sending it; send another message'
)
export const E_RECALLED = defineError(
  409,
  'E_RECALLED',
  'The message was recalled; nothing changes it any more'
)
export const E_CLIENT_MESSAGE_ID = defineError(
  409,
  'E_CLIENT_MESSAGE_ID',
  'You sent something else with this clientMessageId; choose another one'
)
export const E_REACTIONS_FULL = defineError(
  409,
  'E_REACTIONS_FULL',
  'The message has as many different reactions as it may; choose one of them'
)
export const E_PINS_FULL = defineError(
  409,
  'E_PINS_FULL',
  'The conversation has as many pinned messages as it may; unpin one first'
)
export const E_OWNER_ONLY = defineError(
  403,
  'E_OWNER_ONLY',
  'Only the owner of the group may do this; ask them'
)
export const E_ADMINS_ONLY = defineError(
  403,
  'E_ADMINS_ONLY',
  'Only the owner and the administrators of the group may do this; ask them'
)
export const E_NOT_A_GROUP = defineError(
  400,
  'E_NOT_A_GROUP',
  'This is possible in groups only; create a group first'
)
export const E_GROUP_FULL = defineError(
  400,
  'E_GROUP_FULL',
  'The group would have too many members; make another one'
)
export const E_MEMBERSHIPS_FULL = defineError(
  409,
  'E_MEMBERSHIPS_FULL',
  'Some are in as many conversations as one may; leave out whom `errors` names'
)
export const E_MEMBER = defineError(
  400,
  'E_MEMBER',
  'One of the members is no active user; leave them out'
)
export const E_BLOCK = defineError(400, 'E_BLOCK', 'Nobody blocks themselves; name another person')
export const E_BLOCKS_FULL = defineError(
  400,
  'E_BLOCKS_FULL',
  'You block as many people as one may; unblock somebody first'
)
