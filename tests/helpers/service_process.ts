import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT, TYPESCRIPT } from './imports.js'

const KEPT = [
  'PATH',
  'HOME',
  'DB_CONNECTION',
  'DB_HOST',
  'DB_PORT',
  'DB_USER',
  'DB_PASSWORD',
  'DB_DATABASE',
  'DATABASE_URL',
  'REDIS_URL',
]

const CONFIGURED = 'tests/helpers/configured_server.js'

export const SECRETS = {
  APP_KEY: 'k'.repeat(40),
  JWT_SECRET: 's'.repeat(40),
  ADMIN_PASSWORD: 'an administrator’s password',
}

/** Files lie beside their database: whoever shares the one shares the other. */
function storageOf(env: Record<string, string>, folder: string): string {
  const { DB_CONNECTION = 'sqlite', STORAGE_ROOT } = { ...process.env, ...env }
  const own = join(folder, 'files')
  if (DB_CONNECTION === 'sqlite') return env.SQLITE_PATH ? `${env.SQLITE_PATH}-files` : own
  const isOwn = 'DB_CONNECTION' in env || 'DB_DATABASE' in env
  return isOwn ? own : (STORAGE_ROOT ?? own)
}

/** The service in a process of its own, as an operator of it would start it. */
export class ServiceProcess {
  output = ''
  #url: string | undefined
  readonly #closed: Promise<unknown>

  private constructor(
    private readonly child: ChildProcess,
    folder: string
  ) {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => (this.output += chunk))
    child.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    this.#closed = once(child, 'close')
  }

  /**
   * Starts it with these settings beside those of the database under test; does not wait.
   *
   * @param stdout a file that takes what it says, instead of `output`
   * @param entry what starts it, from the project's root
   */
  static spawn(
    env: Record<string, string> = {},
    nodeArgs: string[] = [],
    project = PROJECT,
    stdout: 'pipe' | number = 'pipe',
    entry = 'bin/server.ts'
  ): ServiceProcess {
    const folder = mkdtempSync(join(tmpdir(), 'chancery-service-'))
    const inherited = Object.fromEntries(
      KEPT.flatMap((key) => (process.env[key] ? [[key, process.env[key]!]] : []))
    )
    const child = spawn(process.execPath, [...nodeArgs, TYPESCRIPT, entry], {
      cwd: project,
      stdio: ['ignore', stdout, 'pipe'],
      env: {
        ...inherited,
        ...SECRETS,
        HOST: '127.0.0.1',
        PORT: '0',
        SQLITE_PATH: join(folder, 'service.sqlite3'),
        STORAGE_ROOT: storageOf(env, folder),
        LOGIN_ADDRESS_FAILURES: '100000',
        LOG_LEVEL: 'warn',
        ...env,
      },
    })
    return new ServiceProcess(child, folder)
  }

  /** Starts it and waits until it answers. */
  static async start(
    env: Record<string, string> = {},
    nodeArgs: string[] = [],
    project = PROJECT
  ): Promise<ServiceProcess> {
    const service = ServiceProcess.spawn(env, nodeArgs, project)
    await service.ready()
    return service
  }

  /**
   * Starts it with other values of `config/` and waits until it answers.
   *
   * @param values by path, such as `{ 'messaging.framesPerSecond': 2000 }`
   */
  static async configured(
    values: Record<string, unknown>,
    env: Record<string, string> = {},
    nodeArgs: string[] = []
  ): Promise<ServiceProcess> {
    const settings = { ...env, CONFIG: JSON.stringify(values) }
    const service = ServiceProcess.spawn(settings, nodeArgs, PROJECT, 'pipe', CONFIGURED)
    await service.ready()
    return service
  }

  get url(): string {
    return this.#url!
  }

  get pid(): number {
    return this.child.pid!
  }

  async ready(): Promise<void> {
    while (
      !(this.#url = /ready on (http:[^\s"]+)/
        .exec(this.output)?.[1]
        ?.replace('localhost', '127.0.0.1'))
    ) {
      if (this.child.exitCode !== null) throw new Error(`the service ended:\n${this.output}`)
      await Promise.race([once(this.child.stdout!, 'data'), once(this.child, 'exit')])
    }
  }

  /** Resolves to its exit code, once everything that it said is read. */
  async exit(): Promise<number | null> {
    await this.#closed
    return this.child.exitCode
  }

  /** Resolves to its exit code. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.child.kill(signal)
    return this.exit()
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.url + path, { headers })
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  }
}
