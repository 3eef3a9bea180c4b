import type { RefusalClass } from '#kernel/errors/main'
import type { Shape } from '#kernel/contracts/main'

export interface ChannelMessage {
  /** Stable name of the kind of message: `send`, `message`. */
  name: string
  summary: string
  payload: Shape
}

/** A way in which messages flow outside of requests and answers: a WebSocket, or server-sent events. */
export interface ChannelDescription {
  /** Name of the plugin whose channel it is. */
  plugin: string
  /** Unique over all plugins: `im`. */
  name: string
  /** Path below the service root: `/ws/im`. */
  address: string
  protocol: 'ws' | 'sse'
  summary: string
  /** How a client proves who it is, limits, close codes; CommonMark. */
  description?: string
  /** What clients may send. */
  fromClient?: readonly ChannelMessage[]
  /** What the service sends. */
  fromService: readonly ChannelMessage[]
  /** Refusals that are told in messages of the channel. */
  failures?: readonly RefusalClass[]
}

const described = new Map<string, ChannelDescription>()

/** Puts a channel into the API description; call it where the plugin draws its routes. */
export function describeChannel(channel: ChannelDescription): void {
  described.set(channel.name, channel)
}

export function describedChannels(): readonly ChannelDescription[] {
  return [...described.values()]
}
