import type { ServiceProcess } from '../../../tools/service_process/service_process.js'

/** Something that happens to the service while people save. */
export interface Fault extends AsyncDisposable {
  /** What it is called in the report. */
  readonly name: string
  /** Settings with which the service has to be started. */
  readonly env: Record<string, string>
  /** What the document server must have met, or else nothing was tried: a status, or a dropped connection. */
  readonly shows: 'dropped' | 503
  /** Happens, and is over when this resolves. */
  strike(service: ServiceProcess): Promise<void>
}
