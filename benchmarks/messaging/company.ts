import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Outcome, Task } from './crowd.js'

/** Gives a crowd its task; it stays connected until it is let go. */
export class Company {
  private constructor(
    private readonly child: ChildProcess,
    readonly outcome: Outcome
  ) {}

  /** @param onBegin the crowd is there and warm: what counts begins */
  static async gather(task: Task, onBegin: () => void = () => undefined): Promise<Company> {
    const script = fileURLToPath(new URL('./crowd.ts', import.meta.url))
    const child = fork(script, { execArgv: ['--import=./bin/typescript.js'] })
    child.send(task)
    const failed = once(child, 'exit').then(([code]) => {
      throw new Error(`the clients ended with ${code}`)
    })
    failed.catch(() => undefined)
    if (task.kind === 'fanOut' || task.kind === 'pairs') {
      await Promise.race([once(child, 'message'), failed])
      onBegin()
    }
    const [outcome] = (await Promise.race([once(child, 'message'), failed])) as [Outcome]
    return new Company(child, outcome)
  }

  async letGo(): Promise<void> {
    const ended = once(this.child, 'exit')
    this.child.disconnect()
    await ended
  }

  /** For tasks of which only the outcome counts. */
  static async outcomeOf(task: Task, onBegin?: () => void): Promise<Outcome> {
    const company = await Company.gather(task, onBegin)
    await company.letGo()
    return company.outcome
  }
}
