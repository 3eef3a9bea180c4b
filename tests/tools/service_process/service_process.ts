import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../helpers/free_port.js'
import { TYPESCRIPT } from '../../helpers/imports.js'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const PATIENCE_MS = 180_000

export const ADMIN_PASSWORD = 'password of a passing administrator'

interface Answer<T> {
  code: number
  message: string
  data: T
}

/** The service as a process of its own, with files and, unless the environment says otherwise, a database in a folder. */
export class ServiceProcess {
  #token = ''
  #child: ChildProcess

  private constructor(
    readonly url: string,
    private readonly env: NodeJS.ProcessEnv
  ) {
    this.#child = this.#spawn()
  }

  /** Up, and logged in as the administrator. */
  static async start(
    folder: string,
    env: (url: string) => Record<string, string>
  ): Promise<ServiceProcess> {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const service = new ServiceProcess(url, { ...own(folder, port), ...process.env, ...env(url) })
    try {
      await service.#untilUp()
      await service.#logIn()
      return service
    } catch (error) {
      await service.stop()
      throw error
    }
  }

  async #logIn(): Promise<void> {
    const credentials = { username: 'admin', password: ADMIN_PASSWORD }
    const path = '/app/auth/login'
    const { accessToken } = await this.call<{ accessToken: string }>('POST', path, credentials)
    this.#token = accessToken
  }

  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.request(method, path, body)
    const answer = (await response.json()) as Answer<T>
    if (!response.ok) throw new Error(`${method} ${path}: ${answer.code} ${answer.message}`)
    return answer.data
  }

  request(method: string, path: string, body?: unknown): Promise<Response> {
    const form = body instanceof FormData
    return fetch(this.url + path, {
      method,
      headers: {
        ...(form ? {} : { 'content-type': 'application/json' }),
        ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}),
      },
      body: body === undefined || form ? body : JSON.stringify(body),
    })
  }

  get pid(): number {
    return this.#child.pid!
  }

  /** An ace command with the service's settings. */
  async ace(...command: string[]): Promise<number> {
    const child = spawn(process.execPath, ['ace.js', ...command], {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: this.env,
    })
    const [code] = await once(child, 'exit')
    return code
  }

  /** Without a chance to finish anything. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await once(this.#child, 'exit')
  }

  /** After a kill. */
  async restart(): Promise<void> {
    this.#child = this.#spawn()
    await this.#untilUp()
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#child.kill('SIGTERM')
    await once(this.#child, 'exit')
  }

  #spawn(): ChildProcess {
    const stdio = ['ignore', 'ignore', 'inherit'] as const
    return spawn(process.execPath, [TYPESCRIPT, 'bin/server.ts'], {
      cwd: ROOT,
      stdio: [...stdio],
      env: this.env,
    })
  }

  async #untilUp(): Promise<void> {
    const end = Date.now() + PATIENCE_MS
    for (;;) {
      const up = await fetch(`${this.url}/actuator/health`).then(
        ({ ok }) => ok,
        () => false
      )
      if (up) return
      if (this.#child.exitCode !== null) throw new Error('The service did not start')
      if (Date.now() > end) throw new Error('The service is not up in time')
      await pause(50)
    }
  }
}

function own(folder: string, port: number): Record<string, string> {
  return {
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'fatal',
    DB_CONNECTION: 'sqlite',
    SQLITE_PATH: join(folder, 'service.sqlite3'),
    STORAGE_ROOT: join(folder, 'files'),
    ADMIN_PASSWORD,
  }
}
