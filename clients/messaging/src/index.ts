export { MessagingClient } from './messaging_client.js'
export type { MessagingEvents } from './events.js'
export type { MessagingOptions } from './options.js'
export type { BackOffOptions } from './back_off.js'
export type { State } from './connection.js'
export type { TokenProvider } from './entrance.js'
export type { LaterChange } from './recent_changes.js'
export type { Draft, Place } from './send_frame.js'
export { ClosedError, DisconnectedError, MessagingError } from './errors.js'
export {
  MemoryPositions,
  StoredPositions,
  type PositionStore,
  type StoredPosition,
} from './position_store.js'
export type * from './frames.js'
