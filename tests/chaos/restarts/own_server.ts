import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '#tests/helpers/free_port'
import { until } from '#tests/helpers/until'

const run = promisify(execFile)
const DEBIANS = '/usr/lib/postgresql'

interface Account {
  uid?: number
  gid?: number
}

interface Program {
  command: string
  args: string[]
  account: Account
  /** Which an administrator would end it with. */
  signal: NodeJS.Signals
}

/** A server that the service needs, on a port and in a folder of its own, so that it can be taken away and given back. */
export class OwnServer implements AsyncDisposable {
  #child: ChildProcess | null = null

  private constructor(
    readonly env: Record<string, string>,
    private readonly port: number,
    private readonly folder: string,
    private readonly program: Program
  ) {}

  static async redis(): Promise<OwnServer> {
    const port = await freePort()
    const folder = await mkdtemp(join(tmpdir(), 'chancery-redis-'))
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder]
    const program = { command: 'redis-server', args, account: {}, signal: 'SIGTERM' as const }
    const env = { REDIS_URL: `redis://127.0.0.1:${port}/0` }
    return new OwnServer(env, port, folder, program).#started()
  }

  static async postgres(): Promise<OwnServer> {
    const [port, bin, account] = [
      await freePort(),
      await postgresFolder(),
      await accountOfPostgres(),
    ]
    const folder = await mkdtemp(join(tmpdir(), 'chancery-postgres-'))
    if (account.uid !== undefined) await chown(folder, account.uid, account.gid!)
    const data = join(folder, 'data')
    const made = ['--auth=trust', '--username=chancery', '--encoding=UTF8', '--no-sync', data]
    await run(join(bin, 'initdb'), made, { ...account, cwd: folder })
    const settings = ['listen_addresses=127.0.0.1', 'fsync=off'].flatMap((one) => ['-c', one])
    const args = ['-D', data, '-p', String(port), '-k', folder, ...settings]
    const program = { command: join(bin, 'postgres'), args, account, signal: 'SIGINT' as const }
    const env = {
      DB_CONNECTION: 'pg',
      DB_HOST: '127.0.0.1',
      DB_PORT: String(port),
      DB_USER: 'chancery',
      DB_PASSWORD: 'trusted',
      DB_DATABASE: 'postgres',
    }
    return new OwnServer(env, port, folder, program).#started()
  }

  /** Resolves once it answers. */
  async start(): Promise<void> {
    const { command, args, account } = this.program
    this.#child = spawn(command, args, { ...account, cwd: this.folder, stdio: 'ignore' })
    await until(() => isOpen(this.port))
  }

  /** Resolves once it is gone, with all its connections. */
  async stop(): Promise<void> {
    const child = this.#child!
    const gone = once(child, 'exit')
    if (child.exitCode === null && child.kill(this.program.signal)) await gone
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
    await rm(this.folder, { recursive: true, force: true })
  }

  async #started(): Promise<this> {
    await this.start()
    return this
  }
}

/** Of the newest that Debian's packages brought. */
async function postgresFolder(): Promise<string> {
  const versions = (await readdir(DEBIANS)).map(Number).sort((a, b) => b - a)
  return join(DEBIANS, String(versions[0]), 'bin')
}

/** It refuses to run as root. */
async function accountOfPostgres(): Promise<Account> {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (which) => Number((await run('id', [which, 'postgres'])).stdout))
  )
  return { uid, gid }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const end = (open: boolean) => {
      socket.destroy()
      resolve(open)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
}
