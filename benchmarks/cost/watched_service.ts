import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

export interface Figures {
  /** Of all threads, since the process began. */
  cpuMicros: number
  /** Longest work of the loop's thread between two turns, since it was last asked. */
  turnMicros: number
  /** Longest time between two turns by the wall clock, other processes' share included. */
  stallMicros: number
}

const READY = /ready on http:\/\/[^:]+:(\d+)/
const PROBE = new URL('./probe.js', import.meta.url).href

/** The production build with a probe in its process. */
export class WatchedService {
  private constructor(
    readonly port: number,
    private readonly child: ChildProcess
  ) {}

  static async start(env: Record<string, string>): Promise<WatchedService> {
    const child = spawn(process.execPath, [`--import=${PROBE}`, 'build/bin/server.js'], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    let output = ''
    return new Promise((resolve, reject) => {
      const read = (chunk: Buffer) => {
        output = (output + chunk).slice(-10_000)
        const port = READY.exec(output)?.[1]
        if (port) resolve(new WatchedService(Number(port), child))
      }
      child.stdout!.on('data', read)
      child.stderr!.on('data', read)
      child.once('exit', (code) => reject(new Error(`the service ended with ${code}:\n${output}`)))
    })
  }

  get isAlive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null
  }

  async figures(): Promise<Figures> {
    if (!this.isAlive) throw new Error('the service has ended')
    this.child.send('figures')
    for (;;) {
      const [message] = (await once(this.child, 'message')) as [{ figures?: Figures }]
      if (message.figures) return message.figures
    }
  }

  async stop(): Promise<void> {
    if (!this.isAlive) return
    this.child.kill('SIGTERM')
    await once(this.child, 'exit')
  }
}
