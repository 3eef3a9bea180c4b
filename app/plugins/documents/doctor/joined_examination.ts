import type { ExamineEditor } from './examine_editor.js'
import type { Finding } from './finding.js'

/** One examination at a time on each node: who asks meanwhile gets what it finds. */
export class JoinedExamination {
  #running: Promise<Finding[]> | undefined

  constructor(private readonly make: () => Promise<Pick<ExamineEditor, 'handle'>>) {}

  handle(): Promise<Finding[]> {
    this.#running ??= this.#examine()
    return this.#running
  }

  async #examine(): Promise<Finding[]> {
    try {
      return await (await this.make()).handle()
    } finally {
      this.#running = undefined
    }
  }
}
