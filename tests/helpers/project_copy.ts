import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { copiedProject } from './copied_project.js'
import { OwnDatabase } from './own_database.js'
import { Program } from './program.js'
import { SECRETS, ServiceProcess } from './service_process.js'

const run = promisify(execFile)
const AUTHOR = ['-c', 'user.name=test', '-c', 'user.email=test@localhost']

export interface Told {
  code: number | null
  output: string
}

/** A copy of the project, under git and with a database of its own, for modules to be written to. */
export class ProjectCopy implements AsyncDisposable {
  readonly #services: ServiceProcess[] = []
  readonly #programs: Program[] = []

  private constructor(
    readonly folder: string,
    readonly database: OwnDatabase
  ) {}

  static async make(): Promise<ProjectCopy> {
    const folder = await copiedProject('chancery-copy-')
    const copy = new ProjectCopy(folder, await OwnDatabase.make(join(folder, 'data')))
    await copy.git('init', '-q')
    await copy.commit()
    return copy
  }

  /** Its service, up and answering. */
  async serve(env: Record<string, string> = {}): Promise<ServiceProcess> {
    const service = await ServiceProcess.start({ ...this.#env, ...env }, [], this.folder)
    this.#services.push(service)
    return service
  }

  /** An ace command as somebody would type it. */
  ace(...command: string[]): Promise<Told> {
    return this.#run(['ace.js', ...command])
  }

  /** The same in production. */
  productionAce(...command: string[]): Promise<Told> {
    return this.#run(['ace.js', ...command], { NODE_ENV: 'production' })
  }

  /** A Node.js program in the copy, with the environment of its service, to its end. */
  node(...args: string[]): Promise<Told> {
    return this.#run(args)
  }

  /** The same, without waiting. */
  start(args: readonly string[], settings: Record<string, string> = {}): Program {
    const { PATH, HOME } = process.env
    const env = { PATH, HOME, NO_COLOR: '1', ...this.#env, ...settings }
    const program = new Program(args, this.folder, env)
    this.#programs.push(program)
    return program
  }

  async git(...args: string[]): Promise<string> {
    const { stdout } = await run('git', [...AUTHOR, ...args], { cwd: this.folder })
    return stdout
  }

  /** What differs from the last commit, as `git status` says it; empty where nothing does. */
  status(): Promise<string> {
    return this.git('status', '--porcelain', '--untracked-files=all')
  }

  async commit(): Promise<void> {
    await this.git('add', '-A')
    await this.git('commit', '-q', '-m', 'as it is')
  }

  path(...parts: string[]): string {
    return join(this.folder, ...parts)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#services.map((service) => service.stop('SIGKILL')))
    await Promise.all(this.#programs.map((program) => program.kill()))
    await this.database.drop()
    await rm(this.folder, { recursive: true, force: true })
  }

  async #run(args: readonly string[], settings?: Record<string, string>): Promise<Told> {
    const program = this.start(args, settings)
    return { code: await program.end(), output: program.output }
  }

  get #env(): Record<string, string> {
    return {
      ...SECRETS,
      ...this.database.env,
      NODE_ENV: 'development',
      STORAGE_ROOT: join(this.folder, 'data/files'),
      LOGIN_ADDRESS_FAILURES: '100000',
      RATE_LIMIT_PER_SECOND: '100000',
      LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
      PORT: '0',
    }
  }
}
