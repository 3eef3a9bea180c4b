import type { Connection } from '../gateway/connection.js'
import type { ClientFrame, FrameType } from './client_frames.js'

/** What an `ack` says beyond its `id`. */
export type Ack = Record<string, unknown>

/** The frame is in order, its outcome comes later; the next frame of the socket need not wait for it. */
export class Later {
  constructor(readonly outcome: Promise<Ack>) {}
}

/** What one type of frame does. Frames of one socket are handled one after the other. */
export interface FrameHandler<Type extends FrameType> {
  /** `null` where the handler has answered by itself, or nothing is to be answered. */
  handle(connection: Connection, frame: ClientFrame<Type>): Promise<Ack | Later | null>
}

export type FrameHandlers = { readonly [Type in FrameType]: FrameHandler<Type> }
