import type { EditorConfig } from '#plugins/documents/main'
import type { Trouble } from './trouble.js'

const TOO_FEW_BYTES = 64

/** Saves are larger than what is taken: they come once more is. */
export class LowLimit implements Trouble {
  readonly name = 'the limit of saves'
  readonly #usual: number

  constructor(private readonly config: EditorConfig) {
    this.#usual = config.downloadLimit
  }

  async strike(): Promise<void> {
    this.config.downloadLimit = TOO_FEW_BYTES
  }

  async mend(): Promise<void> {
    this.config.downloadLimit = this.#usual
  }
}
