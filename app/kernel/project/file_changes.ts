import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contentOf } from './template_record.js'

/** What becomes of a file; `null` where there is none. */
export interface FileChange {
  before: string | null
  after: string | null
}

/** Changes of an application's files by their path below it. */
export class FileChanges {
  readonly #changes = new Map<string, FileChange>()

  constructor(private readonly root: string) {}

  /** As the file is, or as it becomes. */
  read(path: string): string | null {
    const change = this.#changes.get(path)
    return change ? change.after : contentOf(this.root, path)
  }

  write(path: string, after: string | null): void {
    const before = this.#changes.get(path)?.before ?? contentOf(this.root, path)
    if (after !== before) this.#changes.set(path, { before, after })
  }

  [Symbol.iterator](): IterableIterator<[string, FileChange]> {
    return this.#changes[Symbol.iterator]()
  }
}

export function writeFile(root: string, path: string, content: string | null): void {
  const file = join(root, path)
  if (content === null) return rmSync(file, { force: true })
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}
