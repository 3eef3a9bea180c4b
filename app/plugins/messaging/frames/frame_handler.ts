import type { Connection } from '../sockets/connection.js'
import type { ClientFrame, FrameType } from './client_frames.js'

/** What an `ack` says beyond its `id`. */
export type Ack = object

/** The frame is in order, its outcome comes later; the next frame of the socket does not wait for it. */
export class Later {
  constructor(readonly outcome: Promise<Ack>) {}
}

/** Resolves to `null` where it has answered by itself, or nothing is to be answered. */
export type FrameHandler<Type extends FrameType> = (
  connection: Connection,
  frame: ClientFrame<Type>
) => Promise<Ack | Later | null>

export type HandlersByType = { readonly [Type in FrameType]: FrameHandler<Type> }
