import { spawn, type ChildProcess } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { copiedProject } from '../helpers/copied_project.js'
import { freePort } from '../helpers/free_port.js'
import { Administrator } from './client.js'
import { emptyTables } from './kept_rows.js'

export const PASSWORD = 'the administrator of a copy'

/** A copy of the project with its service running in it, for modules to be written to. */
export class ProjectCopy implements AsyncDisposable {
  readonly #service: ChildProcess

  private constructor(
    readonly folder: string,
    readonly administrator: Administrator,
    service: ChildProcess
  ) {
    this.#service = service
  }

  static async start(): Promise<ProjectCopy> {
    const folder = await copiedProject('chancery-generator-')
    const port = await freePort()
    const service = spawn(process.execPath, ['--import=./bin/typescript.js', 'bin/server.ts'], {
      cwd: folder,
      stdio: ['ignore', process.stderr, process.stderr],
      env: {
        ...process.env,
        NODE_ENV: 'development',
        PORT: String(port),
        HOST: '127.0.0.1',
        ADMIN_PASSWORD: PASSWORD,
        LOGIN_ADDRESS_FAILURES: '100000',
        RATE_LIMIT_PER_SECOND: '100000',
        LOG_LEVEL: 'error',
      },
    })
    const origin = `http://127.0.0.1:${port}`
    await untilUp(origin)
    const administrator = new Administrator(origin)
    await administrator.logIn(PASSWORD)
    return new ProjectCopy(folder, administrator, service)
  }

  /** Removes rows that the service keeps out of sight, which nobody can do over HTTP. */
  emptyTables(names: readonly string[]): Promise<void> {
    return emptyTables(names, this.folder)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#service.kill('SIGKILL')
    await rm(this.folder, { recursive: true, force: true })
  }
}

async function untilUp(origin: string): Promise<void> {
  const deadline = performance.now() + 180_000
  while (performance.now() < deadline) {
    const up = await fetch(`${origin}/actuator/health`).then(
      ({ ok }) => ok,
      () => false
    )
    if (up) return
    await pause(100)
  }
  throw new Error('The copy does not start')
}
