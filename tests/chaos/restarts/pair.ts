import { ServiceProcess } from '#tests/helpers/service_process'
import { until } from '#tests/helpers/until'

/** Two nodes, replaced one after the other. */
export class Pair implements AsyncDisposable {
  readonly failures: string[] = []
  readonly #nodes: ServiceProcess[] = []

  constructor(
    private readonly ports: readonly number[],
    private readonly env: Record<string, string>
  ) {}

  /** One after the other: the first prepares the database. */
  async start(project: string): Promise<void> {
    for (const port of this.ports) this.#nodes.push(await this.#start(port, project))
  }

  /** Stops each as a service manager would, and starts one of the given sources in its place. */
  async replace(project: string): Promise<void> {
    for (const [index, port] of this.ports.entries()) {
      const began = performance.now()
      const code = await this.#nodes[index]!.stop()
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      if (code !== 0) this.failures.push(`node ${index + 1} ended with ${code} after ${seconds} s`)
      this.#nodes[index] = await this.#start(port, project)
    }
  }

  /** Resolves once each of them takes requests. */
  async ready(): Promise<void> {
    for (const node of this.#nodes)
      await until(async () => (await node.get('/actuator/health/readiness')).ok)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#nodes.map((node) => node.stop()))
  }

  #start(port: number, project: string): Promise<ServiceProcess> {
    return ServiceProcess.start({ ...this.env, PORT: String(port) }, [], project)
  }
}
