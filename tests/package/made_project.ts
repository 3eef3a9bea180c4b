import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../helpers/free_port.js'
import { PROJECT } from '../helpers/imports.js'
import { until } from '../helpers/until.js'

const run = promisify(execFile)
const ADMIN_PASSWORD = 'correct-horse-battery'
const SHOP = join(PROJECT, 'examples/shop')
const SHOP_ENV = `NODE_ENV=development
HOST=127.0.0.1
PORT=3333
APP_KEY=${'k'.repeat(32)}
SHOP_CURRENCY=EUR
`
export const QUIET = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
export const CREATE = join(PROJECT, 'packages/create-chancery/index.js')

export interface Outcome {
  code: number
  output: string
}

/** Runs a program to its end, and has what it says. */
export async function outcomeOf(command: string, args: string[], cwd: string): Promise<Outcome> {
  try {
    const options = { cwd, env: environment(), maxBuffer: 64 * 1024 * 1024 }
    const { stdout, stderr } = await run(command, args, options)
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, output: stdout + stderr }
  }
}

/** Without what npm, and the settings of this project, would have the other one do. */
export function environment(): NodeJS.ProcessEnv {
  const own = /^(npm_.*|NODE_ENV|DATABASE_URL|DB_.*|REDIS_URL)$/i
  return Object.fromEntries(Object.entries(process.env).filter(([key]) => !own.test(key)))
}

let packing: Promise<string> | undefined

/** The tarball of Chancery, with those of its clients beside it: packed once for all tests, and removed at the end. */
const packed = () => (packing ??= pack())

async function pack(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-packed-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const { code, output } = await outcomeOf('npm', ['run', '-s', 'package', '--', folder], PROJECT)
  if (code !== 0) throw new Error(output)
  return output.split('\n').find((line) => line.endsWith('.tgz'))!
}

/** What `create-chancery` says, run by the Node.js that runs this. */
export const create = (cwd: string, ...args: string[]) =>
  outcomeOf(process.execPath, [CREATE, ...args], cwd)

/** A project that was made from the package, and what is done with it. */
export class MadeProject implements AsyncDisposable {
  #service: ChildProcess | null = null
  url = ''

  private constructor(
    readonly home: string,
    readonly folder: string,
    readonly tarball: string
  ) {}

  static async make(name: string): Promise<MadeProject> {
    const home = await mkdtemp(join(tmpdir(), 'chancery-made-'))
    const tarball = await packed()
    const { code, output } = await create(home, name, '--yes', '--chancery', tarball)
    if (code !== 0) throw new Error(output)
    return new MadeProject(home, join(home, name), tarball)
  }

  /** An AdonisJS application that was there before, with Chancery installed and not configured. */
  static async shop(): Promise<MadeProject> {
    const home = await mkdtemp(join(tmpdir(), 'chancery-shop-'))
    const shop = new MadeProject(home, join(home, 'shop'), await packed())
    await cp(SHOP, shop.folder, { recursive: true })
    await writeFile(join(shop.folder, '.env'), SHOP_ENV)
    const { code, output } = await shop.npm('install', ...QUIET, shop.tarball)
    if (code !== 0) throw new Error(output)
    return shop
  }

  npm(...args: string[]): Promise<Outcome> {
    return outcomeOf('npm', args, this.folder)
  }

  ace(...args: string[]): Promise<Outcome> {
    return outcomeOf(process.execPath, ['ace.js', ...args], this.folder)
  }

  async edit(path: string, change: (content: string) => string): Promise<void> {
    const file = join(this.folder, path)
    await writeFile(file, change(await readFile(file, 'utf8')))
  }

  /** By `npm start`, until it is ready. */
  async start(): Promise<void> {
    const port = await freePort()
    this.url = `http://127.0.0.1:${port}`
    const env = { ...environment(), PORT: String(port), ADMIN_PASSWORD }
    this.#service = spawn('npm', ['start'], { cwd: this.folder, env, stdio: 'ignore' })
    await until(async () => {
      const response = await fetch(`${this.url}/actuator/health`).catch(() => null)
      return response?.status === 200
    }, 120_000)
  }

  async stop(): Promise<void> {
    const service = this.#service
    if (!service) return
    this.#service = null
    const ended = new Promise((resolve) => service.once('exit', resolve))
    service.kill('SIGTERM')
    await ended
  }

  async logIn(username = 'admin', password = ADMIN_PASSWORD): Promise<string> {
    const { data } = await this.ask<{ accessToken: string }>('POST', '/app/auth/login', {
      username,
      password,
    })
    return data.accessToken
  }

  async ask<Data>(method: string, path: string, body?: object, token?: string) {
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    }
    const response = await fetch(this.url + path, { method, headers, body: JSON.stringify(body) })
    const { code, data } = (await response.json()) as { code: number; data: Data }
    return { code, data }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
    await rm(this.home, { recursive: true, force: true })
  }
}
