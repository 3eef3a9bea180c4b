import { CommandError, type CommandAnswer } from '../editor/command_service.js'

type Ask = () => Promise<CommandAnswer>

interface Asked {
  at: number
  /** `null` where it is not said. */
  keys: Promise<ReadonlySet<string> | null>
}

export interface Look extends Disposable {
  /** Where it is not said what is kept, nothing is named. */
  names: (key: string) => Promise<boolean>
}

/**
 * What the document server names as kept. The answer is long, and the same for all who look at the same time: they share one
 * question, which is asked after each of them has begun to look.
 */
export class NamedKeys {
  #lookers = 0
  #moment = 0
  #asked: Asked | null = null

  look(ask: Ask): Look {
    const begunAt = ++this.#moment
    this.#lookers++
    return {
      names: async (key) => (await this.#askedSince(begunAt, ask))?.has(key) ?? false,
      [Symbol.dispose]: () => {
        if (--this.#lookers === 0) this.#asked = null
      },
    }
  }

  #askedSince(moment: number, ask: Ask): Asked['keys'] {
    if (!this.#asked || this.#asked.at < moment)
      this.#asked = { at: ++this.#moment, keys: namedBy(ask) }
    return this.#asked.keys
  }
}

async function namedBy(ask: Ask): Asked['keys'] {
  const { error, keys = [] } = await ask()
  return error === CommandError.none ? new Set(keys) : null
}
