/** A committed message on its way to the sockets of those who may see it. */
export interface Parcel {
  readonly conversationId: number
  readonly seq: number
  /** Version of the members as of which it was written. */
  readonly memberVersion: number
  /** The frame's text. */
  readonly frame: string
  /** The socket that sent it; known only to the node it is connected to. */
  readonly origin: object | null
}
