export { MessagingClient, type MessagingEvents } from './messaging_client.js'
export type { MessagingOptions } from './options.js'
export type { BackOffOptions } from './back_off.js'
export type { State } from './connection.js'
export type { TokenProvider } from './entrance.js'
export type { Draft, Place } from './send_frame.js'
export { ClosedError, DisconnectedError, MessagingError, PositionError } from './errors.js'
export {
  MemoryPositions,
  StoredPositions,
  type KeptPosition,
  type PositionStore,
} from './position_store.js'
export type * from './frames.js'
