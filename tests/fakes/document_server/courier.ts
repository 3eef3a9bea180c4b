import { RETRY_WAITS } from './delivery.js'

/** A callback that is to be sent, as far as it matters for when it goes and what becomes of it. */
export interface Errand {
  key: string
  status: number
  /** Counted from 1; 2 to 4 are retries. */
  attempt: number
  /** It answers a question, rather than tell something by itself. */
  isAnswer?: boolean
}

/** What becomes of a request on its way. */
export type Fate = 'delivered' | 'request_lost' | 'answer_lost'

/** Decides when a save is made and sent, and whether request and answer arrive. */
export interface Courier {
  /** Resolves when the save's turn has come: its file is written, or the pause before a retry is over. */
  turn(errand: Errand): Promise<void> | undefined
  /** Resolves when the request leaves; while it has not, the server takes it for being on its way. */
  carry(errand: Errand): Promise<Fate>
}

/** Saves are made at once, retried after the observed pauses, and always arrive. */
export class PromptCourier implements Courier {
  readonly #wait: (milliseconds: number) => Promise<void>

  constructor(wait: (milliseconds: number) => Promise<void>) {
    this.#wait = wait
  }

  turn({ attempt }: Errand): Promise<void> | undefined {
    const pause = RETRY_WAITS[attempt - 2]
    return pause === undefined ? undefined : this.#wait(pause)
  }

  async carry(): Promise<Fate> {
    return 'delivered'
  }
}
