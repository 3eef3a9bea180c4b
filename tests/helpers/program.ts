import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** A Node.js program in a process of its own, and what it says. */
export class Program {
  output = ''
  readonly #child: ChildProcess
  readonly #closed: Promise<number | null>

  constructor(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
    this.#child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [this.#child.stdout!, this.#child.stderr!])
      stream.on('data', (chunk: Buffer) => (this.output += chunk.toString()))
    this.#closed = once(this.#child, 'close').then(([code]) => code as number | null)
  }

  /** Waits for a part of its output; fails when it ends without having said so. */
  async said(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.output)
      if (found) return found
      const ended = await Promise.race([
        once(this.#child.stdout!, 'data').then(() => false),
        this.#closed.then(() => true),
      ])
      if (ended && !pattern.test(this.output))
        throw new Error(`it never said ${pattern}:\n${this.output}`)
    }
  }

  /** Resolves to its exit code. */
  end(): Promise<number | null> {
    return this.#closed
  }

  /** Without a chance to finish anything. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#closed
  }
}
