import { Refusal, type FieldFault } from '#kernel/errors/main'

/** What a client is told of a refusal, in a form that goes from thread to thread. */
export interface ToldRefusal {
  status: number
  code: string
  message: string
  errors?: FieldFault[]
}

/** What a thread says; after a piece it waits to be asked for more. */
export type ThreadMessage<Piece> =
  { kind: 'piece'; piece: Piece } | { kind: 'done' } | { kind: 'refused'; refusal: ToldRefusal }

/** A refusal that came out of a thread. */
export class RefusalInThread extends Refusal {
  override readonly errors?: FieldFault[]

  constructor({ status, code, message, errors }: ToldRefusal) {
    super(message, { status, code })
    this.errors = errors
  }
}
