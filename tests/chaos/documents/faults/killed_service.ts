import type { ServiceProcess } from '../../../tools/service_process/service_process.js'
import type { Fault } from './fault.js'

export class KilledService implements Fault {
  readonly name = 'the service killed'
  readonly env = {}
  readonly shows = 'dropped'

  async strike(service: ServiceProcess): Promise<void> {
    await service.kill()
    await service.restart()
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}
