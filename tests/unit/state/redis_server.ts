import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { freePort } from '../../helpers/free_port.js'
import { eventually } from '../../helpers/eventually.js'

const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((server) => server.kill('SIGKILL')))

/** A Redis of the test's own, on a free port of the loopback, that can be stopped, started again and frozen. */
export class RedisServer {
  #process: ChildProcess | null = null

  private constructor(
    readonly port: number,
    private readonly more: readonly string[]
  ) {}

  static get installed(): boolean {
    return spawnSync('redis-server', ['--version']).status === 0
  }

  /** @param more settings as on its command line */
  static async start(more: readonly string[] = []): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), more)
    await server.start()
    return server
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}/1`
  }

  async start(): Promise<void> {
    const options = [
      '--port',
      `${this.port}`,
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      ...this.more,
    ]
    const started = spawn('redis-server', options, { stdio: 'ignore' })
    this.#process = started
    running.add(started)
    await eventually(() => this.#accepts())
  }

  /** What it held is gone. */
  async stop(): Promise<void> {
    const stopped = this.#process
    this.#process = null
    if (!stopped || stopped.exitCode !== null) return
    const ended = once(stopped, 'exit')
    stopped.kill('SIGKILL')
    await ended
    running.delete(stopped)
  }

  freeze(): void {
    this.#process?.kill('SIGSTOP')
  }

  thaw(): void {
    this.#process?.kill('SIGCONT')
  }

  #accepts(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.port, '127.0.0.1')
      const tell = (accepted: boolean) => () => {
        socket.destroy()
        resolve(accepted)
      }
      socket.once('connect', tell(true))
      socket.once('error', tell(false))
    })
  }
}

/** Redis is optional on a developer's machine; where CHANCERY_TEST_REDIS=1 asks for it, its absence is a failure. */
export function redisIsTested(): boolean {
  if (RedisServer.installed) return true
  if (process.env.CHANCERY_TEST_REDIS !== '1') return false
  throw new Error(
    'CHANCERY_TEST_REDIS=1 asks for Redis, but redis-server is not on the PATH; install it.'
  )
}
