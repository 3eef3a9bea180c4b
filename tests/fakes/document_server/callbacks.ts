import type { Participant } from './participant.js'

/** Where each editor that ever opened a key wants to be called back. */
export class Callbacks {
  #all: Pick<Participant, 'index' | 'callbackUrl'>[] = []

  add({ index, callbackUrl }: Participant): void {
    this.#all.push({ index, callbackUrl })
  }

  /** That of the editor, or else the last one. */
  of(editor?: number): string | undefined {
    const own = this.#all.find(({ index }) => index === editor)
    return (own ?? this.#all.at(-1))?.callbackUrl
  }

  clear(): void {
    this.#all = []
  }
}
