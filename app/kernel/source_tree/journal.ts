import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { E_WRITE_FAILED } from './errors.js'
import type { SourceTree } from './source_tree.js'

/** A file that is to have this content, or not to be there any more. */
export interface FileChange {
  path: string
  content: string | null
}

interface Entry {
  path: string
  before: boolean
  after: boolean
  /** Of the new content, by which a finished step is known. */
  digest: string | null
}

interface Written<Note> {
  entries: Entry[]
  note: Note
}

const ENTRIES = 'journal.json'
const DONE = 'done'

/**
 * Changes several files as one. Contents are staged and a journal is written before the first file moves; the last
 * change decides. Stopped before it, `recover` puts everything back; stopped after it, everything is done.
 */
export class Journal<Note = unknown> {
  readonly #folder: string

  constructor(
    private readonly tree: SourceTree,
    /** Called before every step; tests stop here. */
    private readonly step: (name: string) => void = () => {}
  ) {
    this.#folder = Journal.folderOf(tree)
  }

  static folderOf({ workFolder }: SourceTree): string {
    return join(workFolder, 'journal')
  }

  /**
   * @param note what `recover` hands back when a change was carried out and not yet forgotten
   * @throws E_WRITE_FAILED with the tree as it was
   */
  async write(changes: readonly FileChange[], note: Note): Promise<void> {
    const folder = join(this.#folder, randomUUID())
    try {
      await this.#stage(folder, changes, note)
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw new E_WRITE_FAILED(undefined, { cause: error })
    }
    try {
      await this.#carryOut(folder)
    } catch (error) {
      await this.#putBack(folder)
      throw new E_WRITE_FAILED(undefined, { cause: error })
    }
  }

  /** The rest of what belongs to the change is done, too. */
  async forget(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true })
  }

  /** Puts the tree back as it was before the change that is noted. */
  async revert(): Promise<void> {
    for (const folder of await this.#folders()) await this.#putBack(folder)
  }

  /** Ends what a killed process began. Resolves to the notes of changes that were carried out. */
  async recover(): Promise<Note[]> {
    const notes: Note[] = []
    for (const folder of await this.#folders()) {
      const written = await this.#read(folder)
      if (written && (await this.#isDone(folder, written.entries))) notes.push(written.note)
      else await this.#putBack(folder)
    }
    return notes
  }

  async #stage(folder: string, changes: readonly FileChange[], note: Note): Promise<void> {
    await mkdir(folder, { recursive: true })
    const entries: Entry[] = []
    for (const [index, { path, content }] of changes.entries()) {
      this.step(`stage ${index}`)
      const present = await this.tree.read(path)
      if (present !== null) await durably(join(folder, `${index}.before`), present)
      if (content !== null) await durably(join(folder, `${index}.after`), content)
      entries.push({
        path,
        before: present !== null,
        after: content !== null,
        digest: content === null ? null : digestOf(content),
      })
    }
    this.step('journal')
    await durably(join(folder, 'journal.new'), JSON.stringify({ entries, note }))
    await rename(join(folder, 'journal.new'), join(folder, ENTRIES))
  }

  async #carryOut(folder: string): Promise<void> {
    const { entries } = (await this.#read(folder))!
    for (const [index, { path, after }] of entries.entries()) {
      this.step(`move ${index}`)
      const target = this.tree.path(path)
      if (after) {
        await mkdir(dirname(target), { recursive: true })
        await rename(join(folder, `${index}.after`), target)
      } else {
        await rm(target, { force: true })
        await this.#prune(dirname(target))
      }
    }
    this.step('moved')
    await durably(join(folder, DONE), '')
  }

  async #putBack(folder: string): Promise<void> {
    const written = await this.#read(folder)
    const entries = written?.entries ?? []
    for (const [index, { path, before }] of [...entries.entries()].reverse()) {
      const target = this.tree.path(path)
      if (before) await this.#restore(join(folder, `${index}.before`), target)
      else {
        await rm(target, { force: true })
        await this.#prune(dirname(target))
      }
    }
    await rm(join(folder, ENTRIES), { force: true })
    await rm(folder, { recursive: true, force: true })
  }

  async #restore(kept: string, target: string): Promise<void> {
    await mkdir(dirname(target), { recursive: true })
    const moved = `${kept}.back`
    await durably(moved, await readFile(kept, 'utf8'))
    await rename(moved, target)
  }

  /** Removes folders that are empty now, up to the project. */
  async #prune(folder: string): Promise<void> {
    if (folder === this.tree.root || !existsSync(folder)) return
    if ((await readdir(folder)).length > 0) return
    await rmdir(folder)
    await this.#prune(dirname(folder))
  }

  async #isDone(folder: string, entries: readonly Entry[]): Promise<boolean> {
    const last = entries.at(-1)
    if (!last || existsSync(join(folder, DONE))) return true
    const present = await this.tree.read(last.path)
    return last.after ? present !== null && digestOf(present) === last.digest : present === null
  }

  async #read(folder: string): Promise<Written<Note> | null> {
    const file = join(folder, ENTRIES)
    if (!existsSync(file)) return null
    return JSON.parse(await readFile(file, 'utf8'))
  }

  async #folders(): Promise<string[]> {
    if (!existsSync(this.#folder)) return []
    return (await readdir(this.#folder)).map((name) => join(this.#folder, name))
  }
}

export function digestOf(content: string): string {
  return createHash('sha256').update(content).digest('hex')
}

async function durably(file: string, content: string): Promise<void> {
  const handle = await open(file, 'w')
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
