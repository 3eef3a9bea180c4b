import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../helpers/free_port.js'
import { until } from '../../helpers/until.js'

const run = promisify(execFile)
const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((server) => server.kill('SIGQUIT')))

interface Identity {
  uid?: number
  gid?: number
}

/** A PostgreSQL of its own, on a free port of the loopback, that can be stopped and started again. */
export class PostgresCluster {
  #server: ChildProcess | null = null

  private constructor(
    private readonly data: string,
    private readonly port: number,
    private readonly identity: Identity
  ) {}

  static async start(): Promise<PostgresCluster> {
    const identity = await whoRunsIt()
    const data = await mkdtemp(join(tmpdir(), 'chancery-postgres-'))
    if (identity.uid !== undefined) await chown(data, identity.uid, identity.gid!)
    const options = ['--auth=trust', '--username=postgres', '--encoding=UTF8', `--pgdata=${data}`]
    await run(program('initdb'), options, { ...identity, cwd: data })
    const cluster = new PostgresCluster(data, await freePort(), identity)
    await cluster.startAgain()
    return cluster
  }

  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.port}/postgres`
  }

  /** At once, as when the machine fails: what is not committed is gone. */
  async stop(): Promise<void> {
    const server = this.#server
    this.#server = null
    if (!server || server.exitCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGQUIT')
    await ended
    running.delete(server)
  }

  async startAgain(): Promise<void> {
    const { data, port, identity } = this
    const options = ['-D', data, '-p', `${port}`, '-k', data, '-c', 'listen_addresses=127.0.0.1']
    const server = spawn(program('postgres'), options, { ...identity, cwd: data, stdio: 'ignore' })
    this.#server = server
    running.add(server)
    await until(() => this.#accepts())
  }

  async remove(): Promise<void> {
    await this.stop()
    await rm(this.data, { recursive: true, force: true })
  }

  #accepts(): Promise<boolean> {
    const where = ['--host=127.0.0.1', `--port=${this.port}`, '--quiet']
    return run(program('pg_isready'), where).then(
      () => true,
      () => false
    )
  }
}

/** PostgreSQL refuses to run as root. */
async function whoRunsIt(): Promise<Identity> {
  if (process.getuid?.() !== 0) return {}
  const idOf = async (option: string) => Number((await run('id', [option, 'postgres'])).stdout)
  return { uid: await idOf('-u'), gid: await idOf('-g') }
}

/** Debian keeps the newest by its version, beside those of the PATH. */
function program(name: string): string {
  const paths = globSync(`/usr/lib/postgresql/*/bin/${name}`)
  return (
    paths.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1) ?? name
  )
}
