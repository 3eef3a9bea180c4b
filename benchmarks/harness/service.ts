import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'

const CLOCK_TICKS_PER_SECOND = 100

/** A server under load, in a process of its own. */
export class Service {
  /** CPU time used until it was ready, in milliseconds. */
  readonly startCpuMs: number

  private constructor(
    readonly name: string,
    readonly url: string,
    readonly readyAfterMs: number,
    readonly child: ChildProcess
  ) {
    this.startCpuMs = this.cpuMicros() / 1000
  }

  /** Starts `node args…` in a folder and waits until it prints the port it listens on. */
  static start(
    name: string,
    args: string[],
    env: Record<string, string>,
    ready: RegExp,
    cwd: string
  ): Promise<Service> {
    const started = performance.now()
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    return new Promise((resolve, reject) => {
      let output = ''
      const onData = (chunk: Buffer) => {
        output = (output + chunk).slice(-10_000)
        const port = ready.exec(output)?.[1]
        if (port)
          resolve(new Service(name, `http://127.0.0.1:${port}`, performance.now() - started, child))
      }
      child.stdout!.on('data', onData)
      child.stderr!.on('data', onData)
      child.once('exit', (code) => reject(new Error(`${name} ended with ${code}:\n${output}`)))
    })
  }

  get isAlive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null
  }

  /** CPU time used so far by the process, in microseconds. */
  cpuMicros(): number {
    const fields = readFileSync(`/proc/${this.child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return ((Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND) * 1_000_000
  }

  /** Resident memory in MiB. */
  memoryMiB(): number {
    const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024
  }

  /** Where `gc_on_signal` is preloaded; takes a moment. */
  collectGarbage(): void {
    this.child.kill('SIGUSR2')
  }

  async stop(): Promise<void> {
    if (!this.isAlive) return
    const ended = new Promise((resolve) => this.child.once('exit', resolve))
    this.child.kill('SIGTERM')
    await ended
  }
}
