import { defineError } from '#kernel/http/define_error'

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
export const E_RECALL_REFUSED = defineError(
  400,
  'E_RECALL_REFUSED',
  'Only the sender recalls a message, and only shortly after sending it'
)
export const E_OWNER_ONLY = defineError(
  403,
  'E_OWNER_ONLY',
  'Only the owner of the group may do this; ask them'
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
export const E_MEMBER = defineError(
  400,
  'E_MEMBER',
  'One of the members is no active user; leave them out'
)
